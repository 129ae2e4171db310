import type { RunConfig } from "@llmch/contract";
import type { Slots } from "./side-by-side.ts";

/**
 * How much of a run happens at once, by what it was asked with.
 * @param gates how many orders may be at their gates
 */
export const jobsOf = (
  { jobs = 1, keep_going: keepGoing = false, speculate = "all" }: Pick<RunConfig, "jobs" | "keep_going" | "speculate">,
  gates: number,
): Omit<Slots, "isStopping"> => ({ jobs, gates, keepGoing, speculate });

/** As many jobs as the worktrees allow that there can be: one of them is for the order whose turn it is. */
export const jobsWithin = (jobs: number, worktrees: number): Required<Pick<Slots, "jobs" | "worktrees">> => ({
  jobs: Math.max(1, Math.min(jobs, worktrees - 1)),
  worktrees,
});
