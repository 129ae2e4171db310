import { join } from "node:path";
import { clearRemovedRuns, markDiscarded, resolveArtifactsRoot } from "@llmch/store";
import { counted, printable, refusal, shellWord } from "@llmch/text";
import { z } from "zod";
import type { OperationContext } from "../context.ts";
import { artifactsDir, choice, dryRun, run, text } from "../description/members.ts";
import { describe, type RequestOf, type ResultOf } from "../description/operation.ts";
import { done, type Outcome, refused } from "../outcome.ts";
import { carryOutDiscard, type Discard, findDiscard } from "../remove/discard.ts";
import { discardOld } from "../remove/discard-old.ts";

export const description = /* @__PURE__ */ describe(() => ({
  name: "discard",
  topic: "Carry out",
  sentence: "remove the branch that a run made, and what it left behind, or the records of old runs",
  may: "remove",
  argument: { member: "run", shown: "[run]" },
  request: z.strictObject({
    run: run(),
    artifacts: choice("also remove its record, and those of its orders"),
    olderThan: text()
      .optional()
      .describe("remove the records of all runs that ended so long ago instead, and no branch: 12h, 30d or 8w")
      .meta({ value: "age" }),
    dryRun: dryRun("only list what would go"),
    artifactsDir: artifactsDir(),
  }),
  result: z.union([
    z.object({
      branch: z.string().nullable(),
      tip: z.string().nullable(),
      records: z.array(z.string()),
      removed: z.boolean(),
    }),
    z.object({
      runs: z.array(z.string()),
      unmerged: z.array(z.string()).describe("runs that stay, since no other branch has their commits"),
      removed: z.boolean(),
    }),
  ]),
  examples: ["discard 01M8129665 --artifacts", "discard --older-than 8w --dry-run"],
}));

/**
 * Removes a run's branch, its leftover worktrees and locks, and with `artifacts` its record; or the records of old runs. Never touches a
 * remote.
 */
export const operate = async (
  { run, artifacts, olderThan, dryRun: isDry, artifactsDir }: RequestOf<typeof description>,
  context: OperationContext,
): Promise<Outcome<ResultOf<typeof description>>> => {
  const { env, cwd, face, warn } = context;
  const root = resolveArtifactsRoot(artifactsDir, env, cwd);
  if (olderThan !== undefined && run !== undefined)
    return refused([refusal("usage", "a run and --older-than exclude each other", "keep one")]);
  if (olderThan !== undefined) return discardOld({ olderThan, dryRun: isDry, artifactsDir }, root, context);
  if (!isDry) clearRemovedRuns(root);
  const found = await findDiscard(run, root, context);
  if (!found.ok) return refused(found.issues);
  const { runId, what, branch, records } = found.value;
  const going = goingLines(found.value, artifacts);
  const lines = [`${runId}  ${what}`, ...(going.length > 0 ? going : ["  nothing of it is left to remove"])];
  const result = {
    branch: branch?.name ?? null,
    tip: branch?.tip ?? null,
    records: artifacts ? records.map((each) => `${each.kind}/${each.runId}`) : [],
  };
  const listed = done({ ...result, removed: false }, { runId, lines });
  // A kill may have come before it was noted.
  if (going.length === 0 && !isDry && branch !== null) await markDiscarded(join(root, found.value.kind, runId));
  if (isDry || going.length === 0) return listed;
  const agreed = await face.begins({ kind: "removal", lines, question: "Remove this?" });
  if (agreed === false) return { ...listed, lines: ["nothing was removed"] };
  if (typeof agreed === "object") return refused([agreed]);
  const removed = await carryOutDiscard(found.value, artifacts, context);
  if (!removed.ok) return { ...refused(removed.issues), runId };
  for (const sentence of removed.value) warn(sentence);
  return done({ ...result, removed: true }, { runId, lines: ["PASS  discarded"], next: whatWasPushed(found.value) });
};

/** What will be removed; empty if nothing is left. */
const goingLines = ({ repo, branch, records }: Discard, withRecords: boolean): readonly string[] => [
  ...(repo === null || branch === null || branch.tip === null
    ? []
    : [
        `  branch ${printable(branch.name)} at ${branch.tip.slice(0, 10)} (${counted(branch.commits, "commit")}) in ${printable(repo.root)}`,
      ]),
  ...(withRecords ? [`  ${counted(records.length, "record")}, with prompts, answers and output`] : []),
];

const whatWasPushed = ({ repo, branch }: Discard): readonly string[] =>
  repo === null || branch === null || branch.remote === null
    ? []
    : [
        "what was pushed is still there:",
        `  ${printable(`git -C ${shellWord(repo.root)} push ${shellWord(branch.remote)} --delete ${shellWord(branch.name)}`)}`,
      ];
