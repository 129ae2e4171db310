import { begin, goesOn, nextActions, type Slots } from "./side-by-side.ts";
import { type Fold, type OrderGraph, type OrderStanding, type ScheduleState, standingOf } from "./standing.ts";

/** The result of an order's gates ahead of its turn. */
export type EarlyGates =
  | { readonly kind: "proven"; readonly version: string }
  | { readonly kind: "refuted" }
  /** They failed, and the model is being asked for the next attempt. */
  | { readonly kind: "asking"; readonly atGates: Promise<AtGates | null> };

/** What is waiting at the gates: the version that it will probably leave, null if that cannot be predicted. */
export type AtGates = Pick<Extract<OrderStanding, { readonly kind: "answered" }>, "predicted">;

/** Progress of an order in its turn. */
export type TurnNews = Omit<Extract<OrderStanding, { readonly kind: "finishing" }>, "kind">;

/** How an order ended in its turn. */
export type TurnEnding =
  | { readonly kind: "landed"; readonly version: string }
  /** `endsAll` if the cause would stop the other orders too. */
  | { readonly kind: "failed"; readonly endsAll: boolean };

/** Carries out the orders of a graph. If a method throws, the schedule ends. */
export interface OrderRunner {
  /** Asks ahead of its turn; null if no answer reached the gates. */
  ask(order: string, view: Fold): Promise<AtGates | null>;
  /** @param mayGoOn called once the gates have failed: whether another attempt may follow at once */
  check(order: string, fold: Fold, mayGoOn: () => boolean): Promise<EarlyGates>;
  /** @param tell called when the order enters its gates, and when it leaves them to land or to ask again */
  finish(order: string, tell: (news: TurnNews) => void): Promise<TurnEnding>;
  /** Drops what was done early. */
  drop(order: string): Promise<void>;
  /** Skips an order that depends on a failed one. */
  leave(order: string): Promise<void>;
  /** The run is over: abort whatever is still running. */
  cancel(): void;
}

/** Negligible compared with the time for an answer. Replayed answers, and answers to parallel questions, often arrive within it. */
const FRESH_MS = 50;

/** Carries out the orders of a graph as the scheduler decides, until it says `end`. Nothing is left running. */
export const runSideBySide = async (
  graph: OrderGraph,
  slots: () => Omit<Slots, "isStopping">,
  isStopping: () => boolean,
  runner: OrderRunner,
): Promise<void> => {
  let state: ScheduleState = new Map();
  let isOver = false;
  const situation = (): Slots => ({ ...slots(), isStopping: isOver || isStopping() });
  let lookAgain = (): void => {};
  const running = new Set<Promise<void>>();
  const fresh = new Set<NodeJS.Timeout>();
  const stands = (order: string, standing: OrderStanding): void => {
    state = new Map(state).set(order, standing);
  };
  const start = (work: Promise<void>): void => {
    const tracked = work.finally(() => running.delete(tracked));
    running.add(tracked);
    // It is awaited below; until then it must not count as an unhandled rejection.
    tracked.catch(() => {});
  };
  const over = (): void => {
    isOver = true;
    runner.cancel();
  };
  const finish = async (order: string): Promise<void> => {
    const ended = await runner.finish(order, (news) => {
      if (standingOf(state, order).kind !== "finishing") return;
      stands(order, { kind: "finishing", ...news });
      lookAgain();
    });
    stands(order, ended.kind === "landed" ? ended : { kind: "failed" });
    if (ended.kind === "failed" && (ended.endsAll || !slots().keepGoing)) over();
  };
  const ask = async (order: string, view: Fold): Promise<void> => {
    arrives(order, view, null, await runner.ask(order, view));
  };
  const arrives = (order: string, view: Fold, version: string | null, atGates: AtGates | null): void => {
    if (atGates === null) {
      stands(order, { kind: "refuted", view, fold: null });
      return;
    }
    stands(order, { kind: "answered", view, version, ...atGates, isFresh: true });
    const timer = setTimeout(() => {
      fresh.delete(timer);
      const standing = standingOf(state, order);
      if (standing.kind === "answered") stands(order, { ...standing, isFresh: false });
      lookAgain();
    }, FRESH_MS);
    fresh.add(timer);
  };
  const check = async (order: string, view: Fold, fold: Fold, version: string | null): Promise<void> => {
    const work = await runner.check(order, fold, () => goesOn(graph, state, situation(), order));
    if (work.kind !== "asking") return stands(order, { ...work, view, fold });
    stands(order, { kind: "asking", view, version });
    lookAgain();
    arrives(order, view, version, await work.atGates);
  };
  try {
    for (;;) {
      const actions = nextActions(graph, state, situation());
      state = begin(state, actions);
      for (const action of actions) {
        if (action.kind === "end") return;
        const { order } = action;
        if (action.kind === "ask") start(ask(order, action.view));
        else if (action.kind === "finish") start(finish(order));
        else if (action.kind === "drop") start(runner.drop(order));
        else if (action.kind === "leave") start(runner.leave(order));
        else {
          const standing = standingOf(state, order);
          if (standing.kind === "checking") start(check(order, standing.view, action.fold, standing.version));
        }
      }
      if (actions.length > 0) continue;
      const news = new Promise<void>((resolve) => {
        lookAgain = resolve;
      });
      await Promise.race([...running, news]);
    }
  } finally {
    for (const timer of fresh) clearTimeout(timer);
    if (running.size > 0) runner.cancel();
    await Promise.allSettled(running);
  }
};
