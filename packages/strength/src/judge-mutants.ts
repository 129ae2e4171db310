import type { RepoPath } from "@llmch/contract";
import { failsToBuild } from "@llmch/languages";
import type { Mutant } from "./mutant.ts";

/** A command that judges mutants. */
export interface Check {
  readonly command: string;
  readonly kind: "build" | "acceptance" | "tests";
  /** The files that it judges; null: all. */
  readonly paths: readonly RepoPath[] | null;
}

/** How a check ended. */
export interface CheckEnd {
  readonly isPassed: boolean;
  readonly isTimedOut: boolean;
  readonly output: string;
  readonly durationMs: number;
}

/** A worktree at the order's commit. */
export interface Bench<SomeCheck extends Check> {
  /** Puts a mutant in place of the one before it; null: the commit itself. */
  put(mutant: Mutant | null): Promise<void>;
  /** `timeoutMs` is null for the commit itself: the run's own limit applies. */
  run(check: SomeCheck, timeoutMs: number | null): Promise<CheckEnd>;
}

export type Verdict = "killed" | "survived" | "timed_out" | "unviable";

export interface JudgedMutant<SomeCheck extends Check> {
  readonly mutant: Mutant;
  readonly verdict: Verdict;
  /** The check that failed; null if all passed. */
  readonly by: SomeCheck | null;
}

export interface Judged<SomeCheck extends Check> {
  /** In the order of the mutants; none if no check passed on the commit. */
  readonly mutants: readonly JudgedMutant<SomeCheck>[];
  /** Checks that fail on the commit itself, and so judge nothing. */
  readonly leftOut: readonly SomeCheck[];
  /** Whether any check is left. */
  readonly isMeasured: boolean;
}

export interface JudgeOptions<SomeCheck extends Check> {
  /** Each judges one mutant at a time. */
  readonly benches: readonly Bench<SomeCheck>[];
  readonly checks: readonly SomeCheck[];
  readonly mutants: readonly Mutant[];
  readonly signal: AbortSignal;
  /** After each mutant, in the order in which they end. */
  readonly onJudged: (judged: JudgedMutant<SomeCheck>) => void;
}

/**
 * Judges each mutant by the checks that pass on the commit until one fails: builds, acceptance, and of the tests the cheapest first. Null
 * if the signal ended it.
 */
export const judgeMutants = async <SomeCheck extends Check>({
  benches,
  checks,
  mutants,
  signal,
  onJudged,
}: JudgeOptions<SomeCheck>): Promise<Judged<SomeCheck> | null> => {
  const [first] = benches;
  const usable: Usable<SomeCheck>[] = [];
  const leftOut: SomeCheck[] = [];
  await first?.put(null);
  for (const check of checks) {
    if (first === undefined || signal.aborted) return null;
    const { isPassed, durationMs } = await first.run(check, null);
    if (isPassed) usable.push({ check, durationMs });
    else leftOut.push(check);
  }
  if (signal.aborted) return null;
  usable.sort((one, other) => rankOf(one) - rankOf(other) || costOf(one) - costOf(other));
  if (usable.length === 0) return { mutants: [], leftOut, isMeasured: false };
  const judged: (JudgedMutant<SomeCheck> | undefined)[] = mutants.map(() => undefined);
  const waiting = mutants.entries();
  const work = async (bench: Bench<SomeCheck>): Promise<void> => {
    for (const [index, mutant] of waiting) {
      const ended = await judgeOn(bench, mutant, usable, signal);
      if (ended === null) return;
      judged[index] = ended;
      onJudged(ended);
    }
  };
  // None works on once a fault of another is thrown.
  const works = await Promise.allSettled(benches.map(work));
  for (const ended of works) if (ended.status === "rejected") throw ended.reason;
  const all = judged.filter((ended) => ended !== undefined);
  return all.length < mutants.length ? null : { mutants: all, leftOut, isMeasured: true };
};

interface Usable<SomeCheck extends Check> {
  readonly check: SomeCheck;
  /** How long it took on the commit. */
  readonly durationMs: number;
}

const rankOf = ({ check }: Usable<Check>): number => ["build", "acceptance", "tests"].indexOf(check.kind);

/** Builds and acceptance stay in their order: one may use what another made. */
const costOf = ({ check, durationMs }: Usable<Check>): number => (check.kind === "tests" ? durationMs : 0);

const judgeOn = async <SomeCheck extends Check>(
  bench: Bench<SomeCheck>,
  mutant: Mutant,
  usable: readonly Usable<SomeCheck>[],
  signal: AbortSignal,
): Promise<JudgedMutant<SomeCheck> | null> => {
  if (signal.aborted) return null;
  await bench.put(mutant);
  for (const { check, durationMs } of usable) {
    if (check.paths?.includes(mutant.path) === false) continue;
    const end = await bench.run(check, Math.ceil(5 * durationMs) + 5_000);
    if (signal.aborted) return null;
    if (!end.isPassed) return { mutant, verdict: verdictOf(mutant, end), by: check };
  }
  return { mutant, verdict: "survived", by: null };
};

/** What no longer builds because a file was put back shows that something depends on it. */
const verdictOf = ({ path, kind }: Mutant, { isTimedOut, output }: CheckEnd): Verdict => {
  if (isTimedOut) return "timed_out";
  return kind !== "put_back" && failsToBuild(output, path) ? "unviable" : "killed";
};

/** The figure of an order or a run. */
export interface Strength {
  readonly mutants: number;
  /** Those that timed out too. */
  readonly killed: number;
  readonly survived: number;
  readonly unviable: number;
  /** killed ÷ (killed + survived); null if both are 0. */
  readonly rate: number | null;
}

export const strengthOf = (verdicts: readonly Verdict[]): Strength => {
  const counted = (...of: readonly Verdict[]): number => verdicts.filter((verdict) => of.includes(verdict)).length;
  const [killed, survived] = [counted("killed", "timed_out"), counted("survived")];
  const rate = killed + survived === 0 ? null : killed / (killed + survived);
  return { mutants: verdicts.length, killed, survived, unviable: counted("unviable"), rate };
};
