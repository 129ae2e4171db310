import type { JsonObject, JsonValue } from "@llmch/text";

/** A plan as a model would answer it. */
export interface SamplePlan {
  readonly system_overview: readonly string[];
  readonly verify_contract: JsonObject | null;
  readonly work_orders: readonly JsonObject[];
}

/** An order without dependencies: it makes one file, `src/part-N.js`. */
export const sampleOrder = (number: number, changes: Readonly<Record<string, JsonValue>> = {}): JsonObject => {
  const path = `src/part-${number}.js`;
  return {
    id: `WO-${String(number).padStart(2, "0")}`,
    title: `Write part ${number}`,
    intent: `Write part ${number} of the program.`,
    preconditions: [{ kind: "file_absent", path }],
    postconditions: [{ kind: "file_exists", path }],
    allowed_files: [path],
    forbidden: ["Do not add dependencies."],
    acceptance_commands: [`node ${path}`],
    context_files: [],
    notes: null,
    ...changes,
  };
};

export const samplePlan = (
  orders: readonly JsonObject[] = [sampleOrder(1), sampleOrder(2)],
  verifyContract: JsonObject | null = null,
): SamplePlan => ({ system_overview: ["A small program."], verify_contract: verifyContract, work_orders: orders });

/** A plan with one error, an E103: its order promises a file that it may not write. */
export const invalidPlan = (): SamplePlan =>
  samplePlan([sampleOrder(1, { postconditions: [{ kind: "file_exists", path: "src/other.js" }] })]);
