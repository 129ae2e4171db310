import type { RunConfig } from "@llmch/contract";
import type { Slots } from "./side-by-side.ts";

/**
 * How much of a run happens at once, according to its config.
 * @param gates how many orders may be at their gates at once
 */
export const jobsOf = (
  { jobs = 1, keep_going: keepGoing = false, speculate = "all" }: Pick<RunConfig, "jobs" | "keep_going" | "speculate">,
  gates: number,
): Omit<Slots, "isStopping"> => ({ jobs, gates, keepGoing, speculate });

/** Limits the jobs to the worktrees available, one of which is reserved for the order whose turn it is. */
export const jobsWithin = (jobs: number, worktrees: number): Required<Pick<Slots, "jobs" | "worktrees">> => ({
  jobs: Math.max(1, Math.min(jobs, worktrees - 1)),
  worktrees,
});
