import type { OrderDependencies } from "@llmch/contract";
import {
  type Candidate,
  candidateOf,
  type Fold,
  isLost,
  isSameFold,
  isSettled,
  likelyOf,
  type OrderGraph,
  type ScheduleState,
  standingOf,
  viewOf,
} from "./standing.ts";

/** What an order would be asked on and land on if everything predicted at this point comes true. */
export interface Outlook {
  readonly node: OrderDependencies;
  /** The candidates of its dependencies; null if one is missing. */
  readonly view: Fold | null;
  /** All candidates before it that passed or will probably pass; meaningless once the order is settled. */
  readonly fold: Fold;
  /** True if none is missing in the fold, so that the order would land on it. */
  readonly isComplete: boolean;
  /** True if it failed on a fold that has since changed. */
  readonly wasMisled: boolean;
  /** How the view it was asked on compares with this one: a candidate may have changed or be missing. Null if it has not been asked. */
  readonly asked: "same" | "missing" | "other" | null;
}

/** The outlook of every order, in plan order. An answer based on candidates that are gone does not count as a candidate. */
export const outlooks = (graph: OrderGraph, state: ScheduleState): readonly Outlook[] => {
  const candidates = new Map<string, Candidate>();
  const all: Candidate[] = [];
  const likely = new Map<string, string>();
  let fold: Fold = [];
  let isComplete = true;
  return graph.orders.map((node) => {
    const standing = standingOf(state, node.id);
    // Building a fold for every landed order would take quadratic space.
    if (fold.length < all.length && !isSettled(standing)) fold = [...all];
    const view = isSettled(standing) ? null : viewFrom(node, candidates);
    const askedOn = viewOf(standing);
    const asked = askedOn === null ? null : compare(askedOn, view, candidates);
    const wasMisled = standing.kind === "refuted" && standing.fold !== null && !isWithin(standing.fold, likely);
    const outlook: Outlook = { node, view, fold, isComplete, wasMisled, asked };
    const stays = asked === null || asked === "same";
    const version = stays ? likelyOf(standing) : null;
    if (version === null) isComplete &&= isSettled(standing) || isLost(node, state);
    else {
      const candidate = { order: node.id, version };
      all.push(candidate);
      likely.set(node.id, version);
      // Nothing is asked on an order that has not passed.
      if (candidateOf(standing) !== null) candidates.set(node.id, candidate);
    }
    return outlook;
  });
};

const isWithin = (fold: Fold, likely: ReadonlyMap<string, string>): boolean =>
  fold.every(({ order, version }) => likely.get(order) === version);

const viewFrom = (node: OrderDependencies, candidates: ReadonlyMap<string, Candidate>): Fold | null => {
  // Most waiting orders lack one of these, so this avoids looking at all the others, which may be thousands.
  if (!node.directly.every((id) => candidates.has(id))) return null;
  const view: Candidate[] = [];
  for (const id of node.after) {
    const candidate = candidates.get(id);
    if (candidate === undefined) return null;
    view.push(candidate);
  }
  return view;
};

const compare = (askedOn: Fold, view: Fold | null, candidates: ReadonlyMap<string, Candidate>): Outlook["asked"] => {
  if (view !== null) return isSameFold(askedOn, view) ? "same" : "other";
  const isOther = askedOn.some(({ order, version }) => (candidates.get(order)?.version ?? version) !== version);
  return isOther ? "other" : "missing";
};
