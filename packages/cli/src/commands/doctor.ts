import { refusal } from "@llmch/contract";
import type { Surroundings } from "../main.ts";
import type { DoctorOptions } from "../options.ts";
import { type Outcome, refused } from "../outcome.ts";

export const doctor = async (_options: DoctorOptions, _surroundings: Surroundings): Promise<Outcome> =>
  refused([refusal("usage", "doctor is being built", "wait")]);
