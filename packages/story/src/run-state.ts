import type { RunVerdict } from "@llmch/contract";
import { EXIT } from "@llmch/text";

/** How a run stands, the first that holds (contract §11): the same words on every face and in every document. */
export const RUN_STATES = [
  "damaged",
  "cancelled",
  "refused",
  "running",
  "waiting",
  "queued",
  "passed",
  "failed",
  "stopped",
  "interrupted",
] as const;
export type RunState = (typeof RUN_STATES)[number];

/** The states of a run that has not ended. */
export const OPEN: ReadonlySet<RunState> = new Set(["queued", "running", "waiting"]);

/** What tells how a run stands: its journal, and what stands beside it in its folder. */
export interface RunFacts {
  /** Whether its journal or its request cannot be followed. */
  readonly isDamaged: boolean;
  readonly isRunning: boolean;
  /** Null if no end is recorded. */
  readonly verdict: RunVerdict | null;
  readonly exitCode: number | null;
  /** Whether somebody wants it to end for good. */
  readonly isCancelled?: boolean;
  /** Whether its process would not begin it. */
  readonly isRefused?: boolean;
  /** Whether a person has to decide something; by default, that is as its end says. */
  readonly waits?: boolean;
  /** Whether a queue begins it, or goes on with it by itself. */
  readonly isQueued?: boolean;
  /** Whether its work passed, and could not be committed: somebody else moved the branch. */
  readonly isConflict?: boolean;
  /** Whether a queue has given it up: its process died too often, or would not go on. */
  readonly isGivenUp?: boolean;
}

/** How a run stands. */
export const runState = (facts: RunFacts): RunState => {
  const { verdict, exitCode, isRunning } = facts;
  const isJudged = verdict === "PASS" || verdict === "FAIL";
  if (facts.isDamaged) return "damaged";
  if (facts.isCancelled === true && !isJudged) return "cancelled";
  if (facts.isRefused === true) return "refused";
  if (isRunning && !isJudged && facts.waits !== true) return "running";
  if (facts.waits ?? exitCode === EXIT.waiting) return "waiting";
  if (facts.isQueued === true) return "queued";
  if (verdict === "PASS") return "passed";
  if (verdict === "FAIL" || (verdict !== null && FAILED.has(exitCode) && facts.isConflict !== true)) return "failed";
  return facts.isGivenUp === true || (verdict !== null && !UNENDED.has(exitCode)) ? "stopped" : "interrupted";
};

const FAILED: ReadonlySet<number | null> = new Set([EXIT.failed, EXIT.unexpected]);
const UNENDED: ReadonlySet<number | null> = new Set([EXIT.interrupted, EXIT.waiting]);

/** The state in a line about a run: what its verdict is, where it has one. */
export const stateWord = (state: RunState, verdict: RunVerdict | null): string => {
  if (state === "passed") return "PASS";
  return state === "failed" && verdict !== null ? verdict : state.toUpperCase();
};
