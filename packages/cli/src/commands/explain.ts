import { refusal } from "@llmch/contract";
import type { Surroundings } from "../main.ts";
import type { ExplainOptions } from "../options.ts";
import { type Outcome, refused } from "../outcome.ts";

export const explain = async (_options: ExplainOptions, _surroundings: Surroundings): Promise<Outcome> =>
  refused([refusal("usage", "explain is being built", "wait")]);
