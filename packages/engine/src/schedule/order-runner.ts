import { EXIT } from "@llmch/contract";
import type { Gates } from "@llmch/factory";
import type { StoredRun } from "@llmch/store";
import { findCommitOfRun } from "@llmch/workspace";
import type { Ahead, AheadBase } from "../order/ahead.ts";
import { heardFrom } from "../order/heard-from.ts";
import type { OrderRun } from "../order/order-ending.ts";
import type { OrderInHand, TurnPlace } from "../order/order-in-hand.ts";
import { openOrder } from "../order/order-run.ts";
import type { OrderRunContext } from "../order/order-run-context.ts";
import { landedBefore } from "./landed-before.ts";
import { openBases } from "./order-bases.ts";
import type { OrderTask } from "./order-task.ts";
import type { AtGates, EarlyGates, OrderRunner } from "./side-by-side-run.ts";
import type { Fold, OrderGraph } from "./standing.ts";

interface Given {
  /** The graph of the whole plan. */
  readonly graph: OrderGraph;
  readonly tasks: readonly OrderTask[];
  readonly previousRuns: readonly StoredRun[];
  /** True if nothing is done ahead of its turn. */
  readonly isAlone: boolean;
  /** True if the changes of single orders are needed. */
  readonly isLayered: boolean;
}

/** The result of gates ahead of an order's turn, if no other attempt follows. */
type TriedEarly = Exclude<EarlyGates, { readonly kind: "asking" }>;

interface Told {
  started(task: OrderTask): Promise<void>;
  ended(run: OrderRun, task: OrderTask): Promise<void>;
  stopped(run: OrderRun, task: OrderTask): Promise<void>;
  cancel(): void;
  readonly done: { readonly runs: OrderRun[]; readonly left: string[] };
}

/** Carries out single orders for a schedule, both ahead of their turn and in it. */
export const openRunner = async (
  { graph, tasks, previousRuns, isAlone, isLayered }: Given,
  context: OrderRunContext,
  told: Told,
): Promise<OrderRunner & { close(): Promise<void> }> => {
  const { repo, layers, baselines, gateSlots, signal } = context;
  const taskOf = new Map(tasks.map((task) => [task.loaded.order.id, task]));
  const places = new Map(graph.orders.map(({ id }, index) => [id, index]));
  const ancestors = new Map(graph.orders.map(({ id, after }) => [id, after]));
  const hands = new Map<string, Promise<OrderInHand>>();
  const early = new Map<string, Ahead>();
  // Needed before anything is asked: an order may depend on them.
  const goingOn = new Map(tasks.map(({ loaded, previous }) => [loaded.order.id, previous?.runId ?? ""]));
  const earlier = await landedBefore(previousRuns, goingOn, layers, (run, from) =>
    findCommitOfRun(repo, context.branch, run, from),
  );
  const bases = openBases(graph, { earlier, isLayered }, context);

  /** Orders finish in this order. */
  const turns = new Map(tasks.map(({ loaded }, index) => [loaded.order.id, index]));
  const front = (): number => told.done.runs.length + told.done.left.length;
  const claiming = (own: OrderRunContext, order: string): OrderRunContext => {
    const claim = { place: turns.get(order) ?? 0, front };
    return { ...own, modelFor: (recorder) => context.modelFor(recorder, claim) };
  };

  const open = (order: string): Promise<OrderInHand> => {
    const task = taskOf.get(order);
    if (task === undefined) throw new Error(`${order} is not to be carried out`);
    const begin = async () => {
      await told.started(task);
      return openOrder(task, isAlone ? context : claiming(heardFrom(order, context), order));
    };
    const hand = hands.get(order) ?? begin();
    hands.set(order, hand);
    return hand;
  };
  const brought = async (order: string, ahead: Ahead): Promise<AtGates | null> => {
    const there = await ahead.atGates();
    return there === null ? null : { predicted: await bases.predict(order, there.changes) };
  };
  const throughGates = async (order: string, ahead: Ahead, base: AheadBase, mayGoOn: () => boolean) => {
    const isAsking = await ahead.admit(base, mayGoOn);
    if (isAsking) return { kind: "asking", atGates: brought(order, ahead) } as const;
    return gatesPassed(order, ahead);
  };
  const gatesPassed = async (order: string, ahead: Ahead): Promise<TriedEarly> => {
    const { outcome, layer } = await ahead.ended;
    if (outcome?.kind !== "candidate" || layer === null) return { kind: "refuted" };
    bases.passed(order, layer, outcome.candidate.evidence.verified?.red ?? []);
    return { kind: "proven", version: layer.version };
  };
  const goAhead = async (order: string, view: Fold): Promise<Ahead | null> => {
    // Taken before opening the run, during which its dependencies may change.
    const asked = bases.aheadView(order, view);
    const hand = await open(order);
    return hand.goAhead(asked);
  };
  const forget = async (order: string): Promise<void> => {
    const ahead = early.get(order);
    early.delete(order);
    bases.forget(order);
    ahead?.drop();
    await ahead?.ended;
    await ahead?.forget();
  };

  return {
    ask: async (order, view) => {
      const ahead = await goAhead(order, view);
      if (ahead === null) return null;
      early.set(order, ahead);
      return brought(order, ahead);
    },
    check: async (order, fold, mayGoOn) => {
      const ahead = early.get(order);
      if (ahead?.isWaiting() === true) return throughGates(order, ahead, await bases.baseOn(order, fold), mayGoOn);
      // It passed on another fold. Its recorded answer goes through the gates again.
      const view = fold.filter((each) => (ancestors.get(order) ?? []).includes(each.order));
      const again = await goAhead(order, view);
      if (again === null) return { kind: "refuted" };
      await forget(order);
      early.set(order, again);
      if ((await again.atGates()) === null) return gatesPassed(order, again);
      return throughGates(order, again, await bases.baseOn(order, fold), mayGoOn);
    },
    finish: async (order, tell) => {
      const hand = await open(order);
      const ahead = early.get(order) ?? null;
      early.delete(order);
      if (ahead?.isWaiting() === true) void ahead.admit(await bases.baseOn(order, []), () => false);
      /** The version that passed ahead of its turn: others may have been asked on it. */
      let version: string | null = null;
      const hear = (gates: TriedEarly): void => {
        version = gates.kind === "proven" ? gates.version : null;
        tell({ version, predicted: null, isAtGates: false });
      };
      if (ahead !== null) void gatesPassed(order, ahead).then(hear);
      const enter: Gates["enter"] = async (changes) => {
        const predicted = await bases.predict(order, changes);
        tell({ version, predicted, isAtGates: true });
        const over = await gateSlots.take(signal);
        return (passed) => {
          over();
          // Next it either lands or asks again.
          if (!passed) version = null;
          tell({ version, predicted: passed ? predicted : null, isAtGates: false });
        };
      };
      const isTotal = bases.isTotal(order);
      const isMasked = isLayered && !isTotal;
      const place: TurnPlace = {
        over: isMasked ? bases.viewOf(order) : null,
        ...(isMasked ? { seen: bases.seenBy(order) } : {}),
        red: bases.redFor(order),
        ...(isTotal ? {} : { shownRed: async () => baselines.redAtStart() }),
        ...(isAlone ? {} : { gates: { areLate: false, enter } }),
      };
      const run = await hand.finish(place, ahead);
      baselines.knowStart([]);
      told.done.runs.push(run);
      hands.delete(order);
      await told.ended(run, hand.task);
      if (!isPassed(run)) return { kind: "failed", endsAll: run.exitCode !== EXIT.failed };
      return { kind: "landed", version: await bases.landed(order) };
    },
    drop: forget,
    leave: async (order) => {
      told.done.left.push(order);
      await forget(order);
    },
    cancel: told.cancel,
    close: async () => {
      baselines.knowStart([]);
      // A fault in one must not leave the others open.
      const forgotten = await Promise.allSettled([...early.keys()].map(forget));
      for (const [order, opened] of inOrder(hands, places)) {
        hands.delete(order);
        const hand = await opened.catch(() => null);
        if (hand !== null) await told.stopped(await hand.stop(), hand.task);
      }
      for (const each of forgotten) if (each.status === "rejected") throw each.reason;
    },
  };
};

export const isPassed = ({ verdict, fault }: OrderRun): boolean => verdict === "PASS" && fault === null;

const inOrder = <Value>(
  all: ReadonlyMap<string, Value>,
  places: ReadonlyMap<string, number>,
): readonly (readonly [string, Value])[] =>
  [...all].sort(([one], [two]) => (places.get(one) ?? 0) - (places.get(two) ?? 0));
