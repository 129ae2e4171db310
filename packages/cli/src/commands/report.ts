import { refusal } from "@llmch/contract";
import type { Surroundings } from "../main.ts";
import type { ReportOptions } from "../options.ts";
import { type Outcome, refused } from "../outcome.ts";

export const report = async (_options: ReportOptions, _surroundings: Surroundings): Promise<Outcome> =>
  refused([refusal("usage", "report is being built", "wait")]);
