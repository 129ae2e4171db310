import { nextActions, type OrderGraph, type OrderState } from "./scheduler.ts";

/** What the orders of a graph are run with. */
export interface TaskRunner {
  /** How many may run at once. */
  readonly slots: number;
  /** True once nothing is to start any more. */
  isStopping(): boolean;
  /** Runs one, and says whether it passed. What it throws ends the schedule. */
  run(order: string): Promise<boolean>;
}

/** Runs the orders of a graph as the scheduler says, until it says that this is the end. Nothing is left running. */
export const runTasks = async (graph: OrderGraph, { slots, isStopping, run }: TaskRunner): Promise<void> => {
  const state = new Map(graph.orders.map(({ id }): [string, OrderState] => [id, "waiting"]));
  const running = new Map<string, Promise<void>>();
  const begin = async (order: string): Promise<void> => {
    const passed = await run(order);
    state.set(order, passed ? "passed" : "failed");
    running.delete(order);
  };
  try {
    for (;;) {
      for (const action of nextActions(graph, state, slots, isStopping())) {
        if (action.kind === "end") return;
        state.set(action.order, "running");
        running.set(action.order, begin(action.order));
      }
      await Promise.race(running.values());
    }
  } finally {
    await Promise.allSettled(running.values());
  }
};
