import type { AcceptedChange } from "@llmch/contract";
import type { BaselineMemory, Files, RedCommand } from "@llmch/factory";
import { foldOnto } from "@llmch/workspace";
import { afterOrder } from "../baseline/baselines.ts";
import { changedBy, type Layer } from "../fold/layers.ts";
import { openPredictions } from "../fold/predictions.ts";
import { masksOf, viewOver } from "../fold/view.ts";
import type { AheadBase, AheadView } from "../order/ahead.ts";
import type { OrderRunContext } from "../order/order-run-context.ts";
import type { Fold, OrderGraph } from "./standing.ts";

/** What each order of a run sees, and what its gates run on: what has landed so far, and what may land. */
export interface OrderBases {
  /** True if an order depends on all orders before it. */
  isTotal(order: string): boolean;
  /** What an order sees in a worktree at the tip: the work of the orders that it depends on. Both are taken as they are at the call. */
  viewOf(order: string): (below: Files) => Promise<Files>;
  /** The commit that contains exactly that, with the work as it is at the call. */
  seenBy(order: string): () => Promise<string>;
  /** The base of a question asked ahead of the order's turn, as it is at the call. */
  aheadView(order: string, view: Fold): AheadView;
  /** Which of the repo's verify commands fail at the tip. */
  redFor(order: string): readonly RedCommand[];
  /** The base for running its gates ahead of its turn. */
  baseOn(order: string, fold: Fold): Promise<AheadBase>;
  /** Takes the changes of an answer. Returns the version it will probably leave, or null if that cannot be predicted. */
  predict(order: string, changes: readonly AcceptedChange[] | null): Promise<string | null>;
  /** Drops the prediction for an order. */
  forget(order: string): void;
  /** Takes the layer of an order that passed ahead of its turn. */
  passed(order: string, layer: Layer, red: readonly RedCommand[]): void;
  /** Takes an order that has landed. Returns its version. */
  landed(order: string): Promise<string>;
}

/**
 * @param earlier the orders that landed in earlier sessions
 * @param isLayered true if the changes of single orders are needed
 */
export const openBases = (
  graph: OrderGraph,
  { earlier, isLayered }: { readonly earlier: readonly string[]; readonly isLayered: boolean },
  { repo, layers, landing, baselines, plan, afterExempt }: OrderRunContext,
): OrderBases => {
  const places = new Map(graph.orders.map(({ id }, index) => [id, index]));
  const ancestors = new Map(graph.orders.map(({ id, after }) => [id, after]));
  const predictions = openPredictions(layers);
  /** Which of the repo's verify commands fail after each order, landed or not. */
  const reds = new Map<string, readonly RedCommand[]>();
  const landed = new Set<string>();
  /** The branch's tip after the last order reported as landed; the branch itself may be further ahead. */
  let tip = landing.tip();

  const isStrict = (order: string): boolean =>
    plan.some(({ id, verify_exempt }) => id === order && verify_exempt) || afterExempt.has(order);
  if (isStrict(graph.orders[0]?.id ?? "")) baselines.knowStart([]);
  const layersOf = (orders: readonly string[]): readonly Layer[] => orders.flatMap((order) => layers.of(order) ?? []);
  const below = (order: string): readonly Layer[] => layersOf(ancestors.get(order) ?? []);
  const isTotal = (order: string): boolean => (ancestors.get(order) ?? []).length === places.get(order);
  const inPlanOrder = (orders: readonly string[]): readonly string[] =>
    [...orders].sort((one, two) => (places.get(one) ?? 0) - (places.get(two) ?? 0));
  const viewOf: OrderBases["viewOf"] = (order) => {
    const wanted = changedBy(below(order));
    const shown = changedBy(layersOf(inPlanOrder([...earlier, ...landed])));
    return async (files) => viewOver(files, await masksOf(shown, wanted, layers), repo);
  };
  const seenBy: OrderBases["seenBy"] = (order) => {
    const changes = below(order).map((layer) => layer.changes);
    return async () => (changes.length === 0 ? layers.start : (await foldOnto(repo, layers.start, changes)).commit);
  };
  /** What fails after the last finished order before this one. */
  const redBefore = (order: string, done: readonly string[]): readonly RedCommand[] => {
    if (isStrict(order)) return [];
    const last = inPlanOrder(done).findLast((each) => (places.get(each) ?? 0) < (places.get(order) ?? 0));
    return last === undefined ? baselines.redAtStart() : (reds.get(last) ?? []);
  };
  return {
    ...{ isTotal, viewOf, seenBy },
    aheadView: (order, view) => ({
      ...{ from: tip, over: viewOf(order), seen: seenBy(order) },
      isCertain: view.every((each) => landed.has(each.order)),
      mayLease: baselines.startIsLookedAt,
      red: async () => {
        await baselines.startIsKnown;
        const done = [...landed, ...view.map((each) => each.order)];
        return isTotal(order) ? redBefore(order, done) : baselines.redAtStart();
      },
    }),
    redFor: (order) => redBefore(order, [...landed]),
    baseOn: async (order, fold) => {
      const commit = tip;
      const open = fold.filter((each) => !landed.has(each.order));
      // For work that has only been answered, it is not known yet what fails after it.
      const done = open.map((each) => each.order).filter((each) => reds.has(each));
      const red = redBefore(order, [...landed, ...done]);
      if (open.length === 0) {
        const memory = () => baselines.memoryFor(commit, null);
        return { commit, tree: await repo.trees.hashOf(commit), red, memory };
      }
      const likely = predictions.likely(open);
      const changes = likely.layers.map((layer) => layer.changes);
      const laid = await foldOnto(repo, commit, changes, likely.blobs);
      likely.stored();
      return { ...laid, red, memory: async () => expected(laid.tree, red) };
    },
    predict: (order, changes) => predictions.predict(order, changes, below(order)),
    forget: predictions.forget,
    passed: (order, layer, red) => {
      layers.set(order, layer);
      reds.set(order, red);
    },
    landed: async (order) => {
      const isNew = isLayered && !earlier.includes(order);
      const layer = isNew ? await layers.between(tip, landing.tip()) : layers.of(order);
      if (layer !== null) layers.set(order, layer);
      reds.set(order, baselines.redAt(landing.tip()));
      landed.add(order);
      predictions.forget(order);
      tip = landing.tip();
      return layer?.version ?? order;
    },
  };
};

const expected = (tree: string, red: readonly RedCommand[]): BaselineMemory => ({
  tree,
  recall: async () => ({ verification: afterOrder(tree, red), isRecorded: false }),
  keep: async () => {},
});
