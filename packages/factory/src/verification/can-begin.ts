import type { WorkOrder } from "@llmch/contract";
import { unmetConditions } from "../conditions.ts";
import type { Ports } from "../ports.ts";
import type { StartGates } from "./start-gates.ts";

/** Whether an attempt at the order would get to its first question. What late gates find is not yet known. */
export const canBegin = async (
  { preconditions }: Pick<WorkOrder, "preconditions">,
  start: StartGates,
  { workspace, view = workspace, gates }: Pick<Ports, "workspace" | "view" | "gates">,
): Promise<boolean> =>
  (await unmetConditions(preconditions, view)).length === 0 &&
  (gates?.areLate === true || (await start.fit()).kind === "open");
