import type { RunEvent } from "@llmch/contract";
import type { StoredRunName } from "./stored-summaries.ts";

/** The run that an event begins: of a run-all's order, or of a build's step; null for any other event. */
export const partOf = (event: RunEvent): StoredRunName | null => {
  if (event.type === "order_run_started") return { kind: "factory", runId: event.run };
  if (event.type !== "build_step_started") return null;
  return { kind: event.step === "plan" ? "planner" : "run-all", runId: event.run };
};
