import type { WorkOrder } from "@llmch/contract";
import { unmetConditions } from "../conditions.ts";
import type { Ports } from "../ports.ts";
import type { StartGates } from "./start-gates.ts";

/** Whether an attempt at the order would get to its first question. */
export const canBegin = async (
  { preconditions }: Pick<WorkOrder, "preconditions">,
  start: StartGates,
  { workspace }: Pick<Ports, "workspace">,
): Promise<boolean> =>
  (await unmetConditions(preconditions, workspace)).length === 0 && (await start.fit()).kind === "open";
