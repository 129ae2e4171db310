import type { BuildState } from "@llmch/build/machine";
import { accepted, type Refusal, type Result } from "@llmch/contract";

/** What the planner of the next window is told of those before it. */
export interface HandedOn {
  /** Where the build stands; null without a scope. */
  readonly standing: string | null;
  readonly notes: readonly string[];
}

export const handedOn = async (state: BuildState): Promise<Result<HandedOn, Refusal>> =>
  accepted({ standing: null, notes: state.notes });
