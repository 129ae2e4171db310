import { EXIT } from "@llmch/contract";
import type { Gates } from "@llmch/factory";
import type { StoredRun } from "@llmch/store";
import { findCommitOfRun } from "@llmch/workspace";
import { heardFrom } from "../order/heard-from.ts";
import type { OrderRun } from "../order/order-ending.ts";
import type { OrderInHand, TurnPlace } from "../order/order-in-hand.ts";
import { openOrder } from "../order/order-run.ts";
import type { OrderRunContext } from "../order/order-run-context.ts";
import { openEarlyWork, type TriedEarly } from "./early-work.ts";
import { landedBefore } from "./landed-before.ts";
import { openBases } from "./order-bases.ts";
import type { OrderTask } from "./order-task.ts";
import type { OrderRunner, TurnNews } from "./side-by-side-run.ts";
import type { OrderGraph } from "./standing.ts";

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

interface Told {
  started(task: OrderTask): Promise<void>;
  ended(run: OrderRun, task: OrderTask): Promise<void>;
  stopped(run: OrderRun, task: OrderTask): Promise<void>;
  cancel(): void;
  readonly done: { readonly runs: OrderRun[]; readonly left: string[] };
}

/** Carries out single orders for a schedule: here in their turn, by `EarlyWork` ahead of it. */
export const openRunner = async (
  { graph, tasks, previousRuns, isAlone, isLayered }: Given,
  context: OrderRunContext,
  told: Told,
): Promise<OrderRunner & { close(): Promise<void> }> => {
  const { repo, layers, baselines, gateSlots, signal } = context;
  const taskOf = new Map(tasks.map((task) => [task.loaded.order.id, task]));
  const places = new Map(graph.orders.map(({ id }, index) => [id, index]));
  const hands = new Map<string, Promise<OrderInHand>>();
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
  const early = openEarlyWork(graph, bases, open);
  /** The gates of an order in its turn. Tells when it enters and leaves them, and how early work on it fared. */
  const gatesInTurn = (
    order: string,
    tell: (news: TurnNews) => void,
    tried: Promise<TriedEarly> | undefined,
  ): Gates => {
    /** The version that passed ahead of its turn: others may have been asked on it. */
    let version: string | null = null;
    void tried?.then((gates) => {
      version = gates.kind === "proven" ? gates.version : null;
      tell({ version, predicted: null, isAtGates: false });
    });
    return {
      areLate: false,
      enter: async (changes) => {
        const predicted = await bases.predict(order, changes);
        tell({ version, predicted, isAtGates: true });
        const over = await gateSlots.take(signal);
        return (passed) => {
          over();
          // Next it either lands or asks again.
          if (!passed) version = null;
          tell({ version, predicted: passed ? predicted : null, isAtGates: false });
        };
      },
    };
  };

  return {
    ask: early.ask,
    check: early.check,
    finish: async (order, tell) => {
      const hand = await open(order);
      const begun = await early.take(order);
      const gates = gatesInTurn(order, tell, begun?.gates);
      const isTotal = bases.isTotal(order);
      const isMasked = isLayered && !isTotal;
      const place: TurnPlace = {
        over: isMasked ? bases.viewOf(order) : null,
        ...(isMasked ? { seen: bases.seenBy(order) } : {}),
        red: bases.redFor(order),
        ...(isTotal ? {} : { shownRed: async () => baselines.redAtStart() }),
        ...(isAlone ? {} : { gates }),
      };
      const run = await hand.finish(place, begun?.ahead ?? null);
      baselines.knowStart([]);
      told.done.runs.push(run);
      hands.delete(order);
      await told.ended(run, hand.task);
      if (!isPassed(run)) return { kind: "failed", endsAll: run.exitCode !== EXIT.failed };
      return { kind: "landed", version: await bases.landed(order) };
    },
    drop: early.drop,
    leave: async (order) => {
      told.done.left.push(order);
      await early.drop(order);
    },
    cancel: told.cancel,
    close: async () => {
      baselines.knowStart([]);
      const dropped = await early.dropAll();
      for (const [order, opened] of inOrder(hands, places)) {
        hands.delete(order);
        const hand = await opened.catch(() => null);
        if (hand !== null) await told.stopped(await hand.stop(), hand.task);
      }
      for (const each of dropped) if (each.status === "rejected") throw each.reason;
    },
  };
};

export const isPassed = ({ verdict, fault }: OrderRun): boolean => verdict === "PASS" && fault === null;

const inOrder = <Value>(
  all: ReadonlyMap<string, Value>,
  places: ReadonlyMap<string, number>,
): readonly (readonly [string, Value])[] =>
  [...all].sort(([one], [two]) => (places.get(one) ?? 0) - (places.get(two) ?? 0));
