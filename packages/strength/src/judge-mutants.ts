import type { CheckFile, RepoPath } from "@llmch/contract";
import { failsToBuild } from "@llmch/languages";
import type { Mutant } from "./mutant.ts";

/** A command that judges mutants. */
export interface Check {
  readonly display: string;
  readonly argv: readonly string[];
  /** The folder that it runs in; null: the repo's. */
  readonly folder: RepoPath | null;
  /** The check files that it finds; left out if there are none. */
  readonly checks?: readonly CheckFile[];
  /** The files that it judges; null: all. */
  readonly paths: readonly RepoPath[] | null;
}

/** How a check ended. */
export interface CheckEnd {
  readonly ending: "passed" | "failed" | "timed_out" | "found_no_test";
  readonly output: string;
  readonly durationMs: number;
}

/** A worktree at the order's commit. */
export interface Bench {
  /** Puts mutants in place of those before them; none: the commit itself. */
  put(mutants: readonly Mutant[]): Promise<void>;
  /** `timeoutMs` is null for the commit itself: the run's own limit applies. */
  run(check: Check, timeoutMs: number | null): Promise<CheckEnd>;
}

export type Verdict = "killed" | "survived" | "timed_out" | "unviable";

export interface Judged {
  /** In the order of the mutants; none if no check passed on the commit. */
  readonly verdicts: readonly Verdict[];
  /** Whether any check is left. */
  readonly isMeasured: boolean;
  /** Checks that fail on the commit itself, and so judge nothing. */
  readonly leftOut: readonly Check[];
  /** Checks that fail on another comment: they compare bytes, and judge nothing either. */
  readonly ofBytes: readonly Check[];
  /** Those that failed and then passed on the same code. */
  readonly flaky: readonly Check[];
}

interface JudgeOptions {
  /** Each judges one mutant at a time. */
  readonly benches: readonly Bench[];
  readonly checks: readonly Check[];
  readonly mutants: readonly Mutant[];
  /** A change of the work that changes nothing that it does; left out if there is none. */
  readonly neutral?: readonly Mutant[];
  readonly signal: AbortSignal;
  readonly onJudged: () => void;
}

/**
 * Judges each mutant by the checks that pass on the commit, as they stand, until one fails, and fails again. Null if the signal ended it.
 */
export const judgeMutants = async ({
  benches,
  checks,
  mutants,
  neutral = [],
  signal,
  onJudged,
}: JudgeOptions): Promise<Judged | null> => {
  const passing: Check[] = [];
  const leftOut: Check[] = [];
  const flaky = new Set<Check>();
  const runTwice = async (
    bench: Bench,
    check: Check,
    timeoutMs: number | null,
    isFinal: (end: CheckEnd) => boolean,
  ) => {
    const end = await bench.run(check, timeoutMs);
    if (end.ending !== "failed" || signal.aborted || isFinal(end)) return end;
    const again = await bench.run(check, timeoutMs);
    if (again.ending === "passed" && !signal.aborted) flaky.add(check);
    return { ...again, durationMs: end.durationMs + again.durationMs };
  };
  // The first check builds what the others use, and in each worktree another may be the first: each may take as long as all.
  let timeoutMs = 5_000;
  const [first] = benches;
  await first?.put([]);
  for (const check of checks) {
    if (first === undefined || signal.aborted) return null;
    const { ending, durationMs } = await runTwice(first, check, null, () => false);
    timeoutMs += Math.ceil(5 * durationMs);
    if (ending === "passed") passing.push(check);
    else if (ending !== "found_no_test") leftOut.push(check);
  }
  if (neutral.length > 0) await first?.put(neutral);
  const ofBytes: Check[] = [];
  for (const check of neutral.length > 0 ? passing : []) {
    if (first === undefined || signal.aborted) return null;
    if (neutral.every(({ path }) => check.paths?.includes(path) === false)) continue;
    const { ending } = await runTwice(first, check, timeoutMs, () => false);
    if (ending === "failed") ofBytes.push(check);
  }
  if (signal.aborted) return null;
  const usable = passing.filter((check) => !ofBytes.includes(check));
  const isMeasured = usable.length > 0;
  const verdictOn = async (bench: Bench, mutant: Mutant): Promise<Verdict> => {
    await bench.put([mutant]);
    // What no longer builds because a file was put back shows that something depends on it.
    const isUnviable = ({ output }: CheckEnd) => mutant.kind !== "put_back" && failsToBuild(output, mutant.path);
    for (const check of usable) {
      if (signal.aborted) break;
      if (check.paths?.includes(mutant.path) === false) continue;
      const end = await runTwice(bench, check, timeoutMs, isUnviable);
      if (end.ending === "timed_out") return "timed_out";
      if (end.ending !== "passed") return isUnviable(end) ? "unviable" : "killed";
    }
    return "survived";
  };
  const verdicts: Verdict[] = [];
  const waiting = (isMeasured ? mutants : []).entries();
  const work = async (bench: Bench): Promise<void> => {
    for (const [index, mutant] of waiting) {
      if (signal.aborted) return;
      verdicts[index] = await verdictOn(bench, mutant);
      onJudged();
    }
  };
  // None works on once a fault of another is thrown.
  const works = await Promise.allSettled(benches.map(work));
  for (const ended of works) if (ended.status === "rejected") throw ended.reason;
  return signal.aborted ? null : { verdicts, isMeasured, leftOut, ofBytes, flaky: [...flaky] };
};
