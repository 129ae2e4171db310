import { findRun, storedSummaries, watchRun } from "@llmch/records";
import { resolveArtifactsRoot } from "@llmch/store";
import { EXIT, refusal } from "@llmch/text";
import { z } from "zod";
import type { OperationContext } from "../context.ts";
import { artifactsDir, run } from "../description/members.ts";
import { describe, type RequestOf, type ResultOf } from "../description/operation.ts";
import { INTERRUPTED, type Outcome, refused } from "../outcome.ts";
import { resumeCommand } from "../runs/resume/next-commands.ts";

export const description = /* @__PURE__ */ describe(() => ({
  name: "watch",
  topic: "Look",
  sentence: "show a run of another terminal until it ends; the run is left alone",
  may: "read",
  argument: { member: "run", shown: "[run]" },
  request: z.strictObject({
    run: run("the one that was worked on last"),
    artifactsDir: artifactsDir(),
  }),
  result: z.object({ what: z.string().describe("the run's kind and id") }),
  elsewhere: ["what"],
  examples: ["watch", "watch 01M8129665"],
  exits: ["0 to 6 as the run ended", "1 also if refused, or if the run's process is gone", "130 interrupted"],
}));

/** Follows a run of another process until it ends, reading only its journal. Ends as the run does; the run goes on whatever happens. */
export const operate = async (
  { run, artifactsDir }: RequestOf<typeof description>,
  context: OperationContext,
): Promise<Outcome<ResultOf<typeof description>>> => {
  const { env, cwd, signal, face } = context;
  const root = resolveArtifactsRoot(artifactsDir, env, cwd);
  const found = findRun(storedSummaries(root), run);
  if (!found.ok) return refused(found.issues);
  const { kind, runId } = found.value;
  const result = { what: `${kind} ${runId}` };
  await face.begins({
    kind: "watch",
    run: result.what,
    of: kind === "planner" ? "plan" : kind === "build" ? "build" : "orders",
  });
  const ending = await watchRun({ root, kind, runId }, (event) => face.event(event), signal);
  const lost = (code: "run-dead" | "unreadable-input", message: string, hint: string) => ({
    ...({ exitCode: EXIT.failed, verdict: "ERROR", result, runId } as const),
    errors: [refusal(code, message, hint)],
  });
  switch (ending.kind) {
    case "ended":
      return { exitCode: ending.exitCode, verdict: ending.verdict, result, runId };
    case "left":
      return { ...INTERRUPTED, runId };
    case "dead": {
      const message = `${result.what} is no longer running, and did not record how it ended`;
      return lost("run-dead", message, `\`${resumeCommand(runId, false, root, context)}\` continues it`);
    }
    case "unreadable":
      return lost(
        "unreadable-input",
        `${result.what} cannot be read (${ending.why})`,
        "`llmch audit` says what is wrong",
      );
  }
};
