import { refusal } from "@llmch/contract";
import type { Surroundings } from "../main.ts";
import type { RunsOptions } from "../options.ts";
import { type Outcome, refused } from "../outcome.ts";

export const runs = async (_options: RunsOptions, _surroundings: Surroundings): Promise<Outcome> =>
  refused([refusal("usage", "runs is being built", "wait")]);
