import { isKnownFailure, newBesides, newFailures, printsTheSame } from "@llmch/languages";
import type { JsonValue } from "@llmch/text";
import { type JudgedCommand, type JudgingContext, judgeBy } from "../commands/judge-command.ts";
import { type CommandRecord, markOf, type RanCommand } from "../commands/run-commands.ts";
import type { PlannedCommand } from "../job/planned-command.ts";
import { listed, type RedCommand, redInWords } from "../job/red-command.ts";
import { runTwice } from "./second-run.ts";

/** A command whose failure is held against a tree. */
export interface FailedCommand {
  readonly ran: JudgedCommand;
  /** Its new test failures; empty if they have no names. */
  readonly names: readonly string[];
  /** If all tests that failed had failed before: the lines that are held against the tree. */
  readonly besides: readonly string[];
  /** It failed in the same way on the tree that this one was made from. */
  readonly failedBefore: boolean;
}

/** The result of running verification commands on a tree. */
export interface TreeVerification {
  readonly outcome: "passed" | "interrupted" | "failed";
  /** The first such command. */
  readonly failed: FailedCommand | null;
  /** Everything that failed, known or not, and how. */
  readonly red: readonly RedCommand[];
  readonly failures: readonly RanCommand[];
  /** The red commands of which no test failed both times. */
  readonly unsteady: ReadonlySet<RedCommand>;
  /** What failed only once. */
  readonly flaky: readonly string[];
  /** Remarks on commands that passed, for people. */
  readonly remarks: readonly string[];
  readonly warnings: readonly string[];
  readonly records: readonly CommandRecord[];
  /** Every command's first run. */
  readonly ran: readonly RanCommand[];
}

export interface TreeContext extends JudgingContext {
  /** What failed on the tree that this one was made from. */
  readonly known: readonly RedCommand[];
  /** Restores the tree to its state before the commands. */
  readonly restore: () => Promise<void>;
  /** Continues after a failure, to find all of them. */
  readonly isWhole?: boolean;
}

/** Runs verification commands one after the other, until a failure is held against the tree (contract §5.4). */
export const verifyTree = async (
  planned: readonly PlannedCommand[],
  context: TreeContext,
): Promise<TreeVerification> => {
  const red: RedCommand[] = [];
  const failures: RanCommand[] = [];
  const unsteady = new Set<RedCommand>();
  const flaky: string[] = [];
  const remarks: string[] = [];
  const warnings: string[] = [];
  const records: CommandRecord[] = [];
  const all: RanCommand[] = [];
  let failed: TreeVerification["failed"] = null;
  const end = (outcome: TreeVerification["outcome"]) => ({
    outcome,
    failed,
    red,
    failures,
    unsteady,
    flaky,
    remarks,
    warnings,
    records,
    ran: all,
  });
  for (const [index, command] of planned.entries()) {
    const ran = await judgeBy(command, index, context);
    all.push(ran);
    if (ran.altered.length > 0) {
      records.push(ran.record);
      failed = { ran, names: [], besides: [], failedBefore: false };
      break;
    }
    if (ran.remark !== null) remarks.push(ran.remark);
    const seen = await judged(ran, planned, index, context);
    records.push({ ...ran.record, ...seen.record });
    if (seen.kind === "interrupted") return end("interrupted");
    if (seen.flaky.length > 0) {
      flaky.push(...seen.flaky);
      warnings.push(`flaky: ${listed(seen.flaky)} failed one time of two on the same tree (${command.display})`);
    }
    if (seen.kind === "passed") continue;
    red.push(seen.red);
    failures.push(ran);
    if (seen.flaky.length > 0 && seen.red.mark?.failures.length === 0) unsteady.add(seen.red);
    if (seen.kind === "known") remarks.push(redInWords(seen.red));
    else failed ??= { ran, names: seen.names, besides: seen.besides, failedBefore: seen.failedBefore };
    if (failed !== null && context.isWhole !== true) break;
  }
  return end(failed === null ? "passed" : "failed");
};

type Judged = { readonly record: { readonly [member: string]: JsonValue }; readonly flaky: readonly string[] } & (
  | { readonly kind: "passed" }
  | { readonly kind: "interrupted" }
  | { readonly kind: "known"; readonly red: RedCommand }
  | ({ readonly kind: "failed"; readonly red: RedCommand } & Omit<FailedCommand, "ran">)
);

const judged = async (
  ran: RanCommand,
  planned: readonly PlannedCommand[],
  index: number,
  context: TreeContext,
): Promise<Judged> => {
  const { result } = ran;
  const quiet = { record: {}, flaky: [] } as const;
  if (result.ending === "interrupted") return { kind: "interrupted", ...quiet };
  if (ran.ok) return { kind: "passed", ...quiet };
  const command = ran.planned.display;
  const redOf = (mark: RedCommand["mark"]): RedCommand => ({ command, exit_code: result.exitCode, mark });
  const first = markOf(ran);
  // A test that failed before may also fail behind a 0.
  const before = context.known.find(
    (known) => known.command === command && (result.exitCode === 0 || endsAlike(known, redOf(first))),
  );
  const isKnown = (mark: RedCommand["mark"]) =>
    mark !== null && before !== undefined && before.mark !== null && isKnownFailure(mark, before.mark);
  if (isKnown(first)) return { kind: "known", red: redOf(first), record: { known: true }, flaky: [] };

  const twice = await runTwice(ran, planned, index, context.restore, context);
  const again = twice.again === null ? {} : { again: twice.again.record };
  if (twice.kind === "interrupted") return { kind: "interrupted", record: again, flaky: [] };
  const { flaky } = twice;
  const record = { ...again, ...(flaky.length === 0 ? {} : { flaky }) };
  if (twice.kind === "flaky") return { kind: "passed", record, flaky };
  const red = redOf(twice.mark);
  if (isKnown(twice.mark)) return { kind: "known", red, record: { ...record, known: true }, flaky };
  const [now, then] = [twice.mark, before?.mark ?? null];
  const names = now === null ? [] : newFailures(now, then);
  const isComparable = now !== null && then !== null;
  const besides = isComparable ? newBesides(now, then) : [];
  const failedBefore = isComparable && printsTheSame(now, then);
  return { kind: "failed", red, names, besides, failedBefore, record, flaky };
};

/** Mocha and others end with the number of failed tests, which may have become another. */
const endsAlike = (before: RedCommand, now: RedCommand): boolean =>
  before.exit_code === now.exit_code || (isCount(before) && isCount(now));

const isCount = ({ exit_code, mark }: RedCommand): boolean => mark !== null && exit_code === mark.failures.length;
