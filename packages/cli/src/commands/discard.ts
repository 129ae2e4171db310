import { counted, EXIT, printable, shellWord } from "@llmch/contract";
import { carryOutDiscard, type Discard, findDiscard } from "@llmch/engine/remove";
import { clearRemovedRuns, resolveArtifactsRoot } from "@llmch/store";
import type { CommandContext } from "../command-context.ts";
import type { DiscardOptions } from "../options.ts";
import { type Outcome, refused } from "../outcome.ts";
import { removing } from "../removal.ts";
import type { Terminal } from "../terminal.ts";

/** `llmch discard`: removes a run's branch, its leftover worktrees and locks, and with --artifacts its record. Never touches a remote. */
export const discard = async (
  options: DiscardOptions,
  context: CommandContext,
  terminal: Pick<Terminal, "stdin" | "stderr">,
): Promise<Outcome> => {
  const { env, cwd } = context;
  const root = resolveArtifactsRoot(options.artifactsDir, env, cwd);
  if (!options.dryRun) clearRemovedRuns(root);
  const found = await findDiscard(options.run, root, context);
  if (!found.ok) return refused(found.issues);
  const { runId, what, branch, records } = found.value;
  const lines = goingLines(found.value, options.artifacts);
  const isAnything = lines.length > 0;
  const members = {
    branch: branch?.name ?? null,
    tip: branch?.tip ?? null,
    records: options.artifacts ? records.map((run) => `${run.kind}/${run.runId}`) : [],
  };
  const removal = {
    lines: [`${runId}  ${what}`, ...(isAnything ? lines : ["  nothing of it is left to remove"])],
    isAnything,
    question: "Remove this?",
    members,
    carryOut: () => carryOut(found.value, options, members, context),
  };
  return { ...(await removing(removal, options, context, terminal)), runId };
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

const carryOut = async (
  found: Discard,
  { artifacts }: DiscardOptions,
  members: NonNullable<Outcome["extra"]>,
  context: CommandContext,
): Promise<Outcome> => {
  const done = await carryOutDiscard(found, artifacts, context);
  if (!done.ok) return refused(done.issues);
  for (const sentence of done.value) context.console.progress(printable(sentence));
  const { repo, branch } = found;
  const there =
    repo === null || branch === null || branch.remote === null
      ? []
      : [
          "what was pushed is still there:",
          `  ${printable(`git -C ${shellWord(repo.root)} push ${shellWord(branch.remote)} --delete ${shellWord(branch.name)}`)}`,
        ];
  return {
    exitCode: EXIT.ok,
    verdict: "PASS",
    lines: ["PASS  discarded"],
    next: there,
    extra: { ...members, removed: true },
  };
};
