import { refusal } from "@llmch/contract";
import type { Surroundings } from "../main.ts";
import type { GraphOptions } from "../options.ts";
import { type Outcome, refused } from "../outcome.ts";

export const graph = async (_options: GraphOptions, _surroundings: Surroundings): Promise<Outcome> =>
  refused([refusal("usage", "graph is being built", "wait")]);
