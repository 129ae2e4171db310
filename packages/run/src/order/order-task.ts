import type { LoadedOrder } from "@llmch/records";
import { newRunId, type StoredRun } from "@llmch/store";

/** An order to carry out, or to resume from a previous session's run. */
export interface OrderTask {
  readonly loaded: LoadedOrder;
  readonly runId: string;
  readonly previous: StoredRun | null;
  /** What its user says for the next attempt, after one that failed. */
  readonly brief?: string;
}

/** An order's first run. */
export const newTask = (loaded: LoadedOrder, runId: string = newRunId()): OrderTask => ({
  loaded,
  runId,
  previous: null,
});
