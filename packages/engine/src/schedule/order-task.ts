import { newRunId, type StoredRun } from "@llmch/store";
import type { LoadedOrder } from "../orders/load-orders.ts";

/** An order to carry out, or to go on with where a previous session left a run of it. */
export interface OrderTask {
  readonly loaded: LoadedOrder;
  readonly runId: string;
  readonly previous: StoredRun | null;
  /** What the user says to the attempt that failed last. */
  readonly answer?: string;
}

/** An order's first run. */
export const newTask = (loaded: LoadedOrder, runId: string = newRunId()): OrderTask => ({
  loaded,
  runId,
  previous: null,
});
