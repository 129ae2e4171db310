import type { RedCommand } from "@llmch/factory";
import { foldOnto, type TreeChange } from "@llmch/workspace";
import type { At } from "../order/at.ts";
import { type Layer, layerBetween } from "../order/layer.ts";
import type { Ground, RunFacts } from "../order/ports.ts";
import type { OrderGraph } from "../queue/queue.ts";

/** What each order of a run is asked on and judged on. */
export interface Views {
  /** In its turn: it is judged on the branch's tip. */
  inTurn(order: string): Promise<At>;
  /** Before its turn: it is judged where it is asked. */
  early(order: string): Promise<{ readonly at: At; readonly isCertain: boolean }>;
  /** Takes what an order would change that passed before its turn. */
  tried(order: string, layer: Layer): void;
  /** Takes an order that has landed. Returns its version. */
  landed(order: string): Promise<string>;
}

interface Given {
  /** The graph of the whole plan. */
  readonly graph: OrderGraph;
  /** What orders changed that landed in earlier sessions. */
  readonly earlier: ReadonlyMap<string, Layer>;
  /** The run's start commit, below all of them. */
  readonly start: string;
}

export const openViews = (
  { graph, earlier, start }: Given,
  { plan, afterExempt }: Pick<RunFacts, "plan" | "afterExempt">,
  { repo, landing, baselines }: Pick<Ground, "repo" | "landing" | "baselines">,
): Views => {
  const places = new Map(graph.orders.map(({ id }, index) => [id, index]));
  const ancestors = new Map(graph.orders.map(({ id, after }) => [id, after]));
  const layers = new Map<string, Layer | Promise<Layer>>(earlier);
  /** How the branch moved for orders that have landed and not been compared: not before somebody is asked on one. */
  const moves = new Map<string, { readonly from: string; readonly to: string }>();
  /** Which of the repo's verify commands fail after each order that has landed. */
  const reds = new Map<string, readonly RedCommand[]>();
  const landed = new Set<string>();
  /** The branch's tip after the last order reported as landed; the branch itself may be further ahead. */
  let tip = landing.tip();

  const placeOf = (order: string): number => places.get(order) ?? 0;
  const below = (order: string): readonly string[] => ancestors.get(order) ?? [];
  const isTotal = (order: string): boolean => below(order).length === placeOf(order);
  const isStrict = (order: string): boolean =>
    plan.some(({ id, verify_exempt }) => id === order && verify_exempt) || afterExempt.has(order);
  if (isStrict(graph.orders[0]?.id ?? "")) baselines.knowStart([]);

  const layerOf = async (order: string): Promise<Layer | undefined> => {
    const move = moves.get(order);
    if (move !== undefined && moves.delete(order)) layers.set(order, layerBetween(repo, move.from, move.to));
    return layers.get(order);
  };
  const viewOf = async (order: string): Promise<string> => {
    const changes: TreeChange[] = [];
    for (const each of below(order)) changes.push(...((await layerOf(each))?.changes ?? []));
    return changes.length === 0 ? start : (await foldOnto(repo, start, [changes])).commit;
  };
  /** What fails after the last order that landed before this one. */
  const redBefore = (order: string): readonly RedCommand[] => {
    if (isStrict(order)) return [];
    const last = [...landed]
      .filter((each) => placeOf(each) < placeOf(order))
      .sort((one, two) => placeOf(two) - placeOf(one))[0];
    return last === undefined ? baselines.redAtStart() : (reds.get(last) ?? []);
  };
  return {
    inTurn: async (order) => {
      const base = landing.tip();
      if (isTotal(order)) return { base, view: base, shownRed: null };
      const view = await viewOf(order);
      const [one, two] = [await repo.trees.hashOf(view), await repo.trees.hashOf(base)];
      return { base, view: one === two ? base : view, shownRed: baselines.redAtStart() };
    },
    early: async (order) => {
      const isCertain = below(order).every((each) => landed.has(each) || earlier.has(each));
      const view = await viewOf(order);
      await baselines.startIsKnown;
      const shownRed = isTotal(order) ? redBefore(order) : baselines.redAtStart();
      return { at: { base: view, view, shownRed }, isCertain };
    },
    tried: (order, layer) => {
      layers.set(order, layer);
    },
    landed: async (order) => {
      const to = landing.tip();
      if (!earlier.has(order)) moves.set(order, { from: tip, to });
      // Its commit stands for its changes, unless others were asked on what it was tried with.
      const version = layers.has(order) ? (await layerOf(order))?.version : to;
      reds.set(order, baselines.redAt(to));
      landed.add(order);
      tip = to;
      return version ?? order;
    },
  };
};
