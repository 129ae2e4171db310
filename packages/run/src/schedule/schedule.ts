import type { Conversation, Decided, Design, RunConfig } from "@llmch/contract";
import type { LoadedOrder } from "@llmch/records";
import type { StoredRun } from "@llmch/store";
import type { OrderTask } from "../order/order-task.ts";

/** The orders to carry out, one after the other. */
export interface Schedule {
  /** A run of several orders has its own record besides those of its orders; a single order's run has none. */
  readonly kind: "run" | "run-all";
  readonly runId: string;
  /** All orders of the plan. */
  readonly orders: readonly LoadedOrder[];
  /** The orders to carry out. */
  readonly tasks: readonly OrderTask[];
  /** The ids of orders that its user leaves out: then the plan is not judged as a whole. */
  readonly leftOut?: readonly string[];
  /** The design that the orders follow, found beside them or in the record; null if there is none, or none yet. */
  readonly design: Design | null;
  /** True if no design needs to be made. */
  readonly isDesigned: boolean;
  /** True if a program had the orders planned, and no person has seen them (contract §11): see `unseenOrders`. */
  readonly isUnseen?: true;
  /** The spec to examine the work by, if its run keeps it. */
  readonly examinedSpec?: string | null;
  /** The conversation in which its only order was planned, if the author may go on with it. */
  readonly conversation?: Conversation | null;
  readonly config: RunConfig;
  /** The run as its previous session left it; null if this is its first. */
  readonly previous: StoredRun | null;
  /** The run as it was left, and the no, if it begins anew with these orders: its plan was rejected before anything was asked. */
  readonly anew?: { readonly stored: StoredRun; readonly decided: Decided };
  /** The runs of its orders from previous sessions. */
  readonly previousRuns: readonly StoredRun[];
}

/**
 * The same schedule of orders that no person has seen (contract §11): their commands run in the sandbox without the network, unless a
 * person approves a need that shows them.
 */
export const unseenOrders = (schedule: Schedule): Schedule => {
  const unseen = (loaded: LoadedOrder): LoadedOrder =>
    loaded.origin === undefined ? { ...loaded, origin: null } : loaded;
  return {
    ...schedule,
    isUnseen: true,
    orders: schedule.orders.map(unseen),
    tasks: schedule.tasks.map((task) => ({ ...task, loaded: unseen(task.loaded) })),
  };
};
