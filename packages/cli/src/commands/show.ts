import { refusal } from "@llmch/contract";
import type { Surroundings } from "../main.ts";
import type { ShowOptions } from "../options.ts";
import { type Outcome, refused } from "../outcome.ts";

export const show = async (_options: ShowOptions, _surroundings: Surroundings): Promise<Outcome> =>
  refused([refusal("usage", "show is being built", "wait")]);
