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
