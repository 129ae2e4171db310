import type { LoadedOrder } from "@llmch/records";
import { newRunId, type StoredRun } from "@llmch/store";

/** An order to carry out, or to resume from a previous session's run. */
export interface OrderTask {
  readonly loaded: LoadedOrder;
  readonly runId: string;
  readonly previous: StoredRun | null;
}

/** An order's first run. */
export const newTask = (loaded: LoadedOrder, runId: string = newRunId()): OrderTask => ({
  loaded,
  runId,
  previous: null,
});
