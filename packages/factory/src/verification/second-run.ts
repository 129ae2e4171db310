import { type FailureMark, failedOnce, failedTwice } from "@llmch/languages";
import { isPassed, type JudgedCommand, type JudgingContext, judgeBy } from "../commands/judge-command.ts";
import { markOf, type RanCommand } from "../commands/run-commands.ts";
import type { PlannedCommand } from "../job/planned-command.ts";

/** What remains of a failure after the command has run twice on the same tree. */
export type Twice =
  | { readonly kind: "interrupted" }
  /** It passed the second time. */
  | { readonly kind: "flaky"; readonly flaky: readonly string[] }
  /** It never passed; `flaky` failed only once. If no test failed both times, the mark names none, so it excuses nothing. */
  | { readonly kind: "failed"; readonly mark: FailureMark | null; readonly flaky: readonly string[] };

/**
 * Runs a failed command again, after the commands before it, on the same tree. A test that fails only once is flaky, and is not held
 * against anyone, but the command has to pass once: other tests may fail each time because the runner stops at the first. A command that did not end by itself is not run again: it would use up its timeout once more.
 * @param restore restores the tree to its state before the commands
 */
export const runTwice = async (
  first: RanCommand,
  planned: readonly PlannedCommand[],
  index: number,
  restore: () => Promise<void>,
  context: JudgingContext,
): Promise<Twice & { readonly again: RanCommand | null }> => {
  const mark = markOf(first);
  const failed = { kind: "failed", mark, flaky: [] } as const;
  if (first.result.ending !== "exited") return { ...failed, again: null };
  await restore();
  for (const [place, command] of planned.slice(0, index + 1).entries()) {
    const again = await judgeBy(command, place, context, true);
    if (again.result.ending === "interrupted") return { kind: "interrupted", again };
    if (place === index) return { ...compared(first, mark, again), again };
    // An earlier command that it needs failed this time, so this says nothing about the command itself.
    if (!again.ok) return { ...failed, again: null };
  }
  return { ...failed, again: null };
};

const compared = ({ result, planned }: RanCommand, mark: FailureMark | null, again: JudgedCommand): Twice => {
  if (isPassed(again)) {
    const names = mark?.failures ?? [];
    const whole = `${planned.display} (exit code ${result.exitCode})`;
    return { kind: "flaky", flaky: names.length > 0 ? [...new Set(names)] : [whole] };
  }
  const second = result.exitCode === again.result.exitCode ? markOf(again) : null;
  if (mark === null || second === null || mark.failures.length === 0 || second.failures.length === 0)
    return { kind: "failed", mark, flaky: [] };
  return { kind: "failed", mark: failedTwice(mark, second), flaky: failedOnce(mark, second) };
};
