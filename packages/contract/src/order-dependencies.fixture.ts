import type { WorkOrder } from "./work-order.ts";

/** An order of a plan that names no files, apart from what is given. */
export const plannedOrder = (number: number, given: Partial<WorkOrder> = {}): WorkOrder => ({
  id: `WO-${String(number).padStart(2, "0")}`,
  title: `order ${number}`,
  intent: "Build it.",
  ...{ preconditions: [], postconditions: [], allowed_files: [], forbidden: [], context_files: [] },
  acceptance_commands: ["true"],
  verify_exempt: false,
  ...given,
});
