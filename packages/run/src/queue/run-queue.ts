import {
  begin,
  isAwaited,
  nextSteps,
  type OrderGraph,
  type OrderTurn,
  type QueueState,
  type Slots,
  standingOf,
} from "./queue.ts";

/** How an order ended in its turn. */
export type TurnEnding =
  | { readonly kind: "landed"; readonly version: string }
  /** `endsAll` if the cause would stop the other orders too. */
  | { readonly kind: "failed"; readonly endsAll: boolean };

/** Carries out the orders of a graph. If a method throws, the run ends. */
export interface OrderRunner {
  turn(order: string): Promise<TurnEnding>;
  /**
   * Work before its turn: returns the version that passed, if any.
   * @param wantsVerdict whether its gates should run, once the answer is there
   */
  early(order: string, wantsVerdict: () => boolean): Promise<string | null>;
  /** Skips an order that depends on a failed one. */
  leave(order: string): Promise<void>;
  /** The run is over: abort whatever is still running. */
  cancel(): void;
}

/** Carries out the orders of a graph as the queue decides, until it says `end`. Nothing is left running. */
export const runQueue = async (
  graph: OrderGraph,
  slots: Omit<Slots, "isStopping">,
  isStopping: () => boolean,
  runner: OrderRunner,
): Promise<void> => {
  let state: QueueState = new Map();
  let isOver = false;
  const running = new Set<Promise<void>>();
  const stands = (order: string, standing: OrderTurn): void => {
    state = new Map(state).set(order, standing);
  };
  const start = (work: Promise<void>): void => {
    const tracked = work.finally(() => running.delete(tracked));
    running.add(tracked);
    // It is awaited below; until then it must not count as an unhandled rejection.
    tracked.catch(() => {});
  };
  const turn = async (order: string): Promise<void> => {
    const ended = await runner.turn(order);
    stands(order, ended.kind === "landed" ? ended : { kind: "failed" });
    if (ended.kind !== "failed" || (slots.keepGoing && !ended.endsAll)) return;
    isOver = true;
    runner.cancel();
  };
  const early = async (order: string): Promise<void> => {
    const standing = standingOf(state, order);
    if (standing.kind !== "early") return;
    const version = await runner.early(order, () => isAwaited(graph, state, order, slots));
    stands(order, { kind: "tried", view: standing.view, version });
  };
  try {
    for (;;) {
      const steps = nextSteps(graph, state, { ...slots, isStopping: isOver || isStopping() });
      state = begin(state, steps);
      for (const step of steps) {
        if (step.kind === "end") return;
        if (step.kind === "turn") start(turn(step.order));
        else if (step.kind === "early") start(early(step.order));
        else start(runner.leave(step.order));
      }
      if (steps.length === 0) await Promise.race(running);
    }
  } finally {
    if (running.size > 0) runner.cancel();
    await Promise.allSettled(running);
  }
};
