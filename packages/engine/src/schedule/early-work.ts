import type { Ahead, AheadBase } from "../order/ahead.ts";
import type { OrderInHand } from "../order/order-in-hand.ts";
import type { OrderBases } from "./order-bases.ts";
import type { AtGates, EarlyGates, OrderRunner } from "./side-by-side-run.ts";
import type { Fold, OrderGraph } from "./standing.ts";

/** The result of gates ahead of an order's turn, if no other attempt follows. */
export type TriedEarly = Exclude<EarlyGates, { readonly kind: "asking" }>;

/** Work on orders ahead of their turn. */
export interface EarlyWork extends Pick<OrderRunner, "ask" | "check" | "drop"> {
  /** Hands over the work on an order whose turn has come, and lets it through the gates if it waits there; null if there is none. */
  take(order: string): Promise<{ readonly ahead: Ahead; readonly gates: Promise<TriedEarly> } | null>;
  /** Drops the work on every order, and settles with how each of that went: a fault in one must not keep the others. */
  dropAll(): Promise<readonly PromiseSettledResult<void>[]>;
}

/** @param open opens an order's run, unless it is open already */
export const openEarlyWork = (
  graph: OrderGraph,
  bases: OrderBases,
  open: (order: string) => Promise<OrderInHand>,
): EarlyWork => {
  const ancestors = new Map(graph.orders.map(({ id, after }) => [id, after]));
  const early = new Map<string, Ahead>();

  const goAhead = async (order: string, view: Fold): Promise<Ahead | null> => {
    // Taken before opening the run, during which its dependencies may change.
    const asked = bases.aheadView(order, view);
    const hand = await open(order);
    return hand.goAhead(asked);
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
  const drop = async (order: string): Promise<void> => {
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
      await drop(order);
      early.set(order, again);
      if ((await again.atGates()) === null) return gatesPassed(order, again);
      return throughGates(order, again, await bases.baseOn(order, fold), mayGoOn);
    },
    take: async (order) => {
      const ahead = early.get(order);
      early.delete(order);
      if (ahead === undefined) return null;
      if (ahead.isWaiting()) void ahead.admit(await bases.baseOn(order, []), () => false);
      return { ahead, gates: gatesPassed(order, ahead) };
    },
    drop,
    dropAll: () => Promise.allSettled([...early.keys()].map(drop)),
  };
};
