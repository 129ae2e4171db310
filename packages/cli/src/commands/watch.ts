import { EXIT, printable, type RunEvent, refusal, verdictInWords } from "@llmch/contract";
import { resumeCommand } from "@llmch/engine/resume";
import { findRun, storedSummaries } from "@llmch/engine/stored";
import { type WatchEnding, watchRun } from "@llmch/engine/watch";
import { resolveArtifactsRoot } from "@llmch/store";
import type { CommandContext } from "../command-context.ts";
import { whileShown } from "../console/run-view.ts";
import type { WatchOptions } from "../options.ts";
import { INTERRUPTED, type Outcome, refused } from "../outcome.ts";

/**
 * `llmch watch`: shows a run of another process until it ends, reading only its journal. Ends as the run does; the run goes on whatever
 * happens to the watcher.
 */
export const watch = async (options: WatchOptions, context: CommandContext): Promise<Outcome> => {
  const { env, cwd, console, signal } = context;
  const root = resolveArtifactsRoot(options.artifactsDir, env, cwd);
  const found = findRun(storedSummaries(root), options.run);
  if (!found.ok) return refused(found.issues);
  const { kind, runId } = found.value;
  console.progress(`${console.colors.bold("llmch watch")}  ${kind} ${runId}`);
  const outline = kind === "planner" ? ({ kind: "plan" } as const) : ({ kind: "orders", orders: [] } as const);
  const ending = await whileShown({ outline, asks: true }, console, (view) =>
    watchRun({ root, kind, runId }, (event) => show(event, view.event, context), signal),
  );
  return outcomeOf(ending, `${kind} ${runId}`, runId, resumeCommand(runId, false, root, context));
};

/** The live view drops orders that ended, so print their verdicts. The log prints them anyway. */
const show = (event: RunEvent, tell: (event: RunEvent) => void, { console }: CommandContext): void => {
  tell(event);
  if (console.rendering !== "live" || event.type !== "order_run_ended") return;
  console.progress(`${verdictInWords(event.verdict, event.exit_code)}  ${printable(event.order)}`);
};

const outcomeOf = (ending: WatchEnding, what: string, runId: string, resume: string): Outcome => {
  switch (ending.kind) {
    case "ended": {
      const { verdict, exitCode } = ending;
      return { exitCode, verdict, lines: [`${verdictInWords(verdict, exitCode)}  ${what}`], runId };
    }
    case "left":
      return { ...INTERRUPTED, runId };
    case "dead": {
      const message = `${what} is no longer running, and did not record how it ended`;
      return failed("run-dead", message, `\`${resume}\` continues it`, runId);
    }
    case "unreadable":
      return failed(
        "unreadable-input",
        `${what} cannot be read (${ending.why})`,
        "`llmch audit` says what is wrong",
        runId,
      );
  }
};

const failed = (code: "run-dead" | "unreadable-input", message: string, hint: string, runId: string): Outcome => ({
  exitCode: EXIT.failed,
  verdict: "ERROR",
  lines: [],
  runId,
  errors: [refusal(code, message, hint)],
});
