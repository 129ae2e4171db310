import { newRunId } from "@llmch/host";
import { EXIT } from "../exit-codes.ts";
import type { Surroundings } from "../main.ts";
import type { PlanOptions } from "../options.ts";
import { type Outcome, refused } from "../outcome.ts";
import { compileRun } from "../plan/compile-run.ts";
import { readPlanInputs } from "../plan/inputs.ts";

/** `llmch plan`: compiles a spec into work orders (contract §4). */
export const plan = async (options: PlanOptions, surroundings: Surroundings): Promise<Outcome> => {
  const inputs = await readPlanInputs(options, surroundings);
  if (inputs.ok) return compileRun(inputs.value, options, newRunId(), surroundings);
  const exitCode = inputs.issues.some(({ code }) => code === "no-key") ? EXIT.model : EXIT.failed;
  return refused(inputs.issues, exitCode);
};
