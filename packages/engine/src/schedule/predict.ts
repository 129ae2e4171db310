import {
  type Candidate,
  candidateOf,
  type Fold,
  isLost,
  isSameFold,
  isSettled,
  likelyOf,
  type OrderGraph,
  type OrderNode,
  type ScheduleState,
  standingOf,
  viewOf,
} from "./standing.ts";

/** What an order would be asked on and land on if all that is seen now comes true. */
export interface Outlook {
  readonly node: OrderNode;
  /** The candidates of what it rests on; null while one is missing. */
  readonly view: Fold | null;
  /** All before it that passed, or are likely to, unless it is settled. */
  readonly fold: Fold;
  /** True if none is missing in the fold: the order would land on it. */
  readonly isComplete: boolean;
  /** True if it failed on a fold that has changed below it since. */
  readonly wasMisled: boolean;
  /** How what it was asked on relates to the view: a candidate may be another by now, or missing. Null if it has not been asked. */
  readonly asked: "same" | "missing" | "other" | null;
}

/** The outlook of every order, in plan order. What was asked on candidates that are gone is no candidate itself. */
export const outlooks = (graph: OrderGraph, state: ScheduleState): readonly Outlook[] => {
  const candidates = new Map<string, Candidate>();
  const all: Candidate[] = [];
  const likely = new Map<string, string>();
  let fold: Fold = [];
  let isComplete = true;
  return graph.orders.map((node) => {
    const standing = standingOf(state, node.id);
    // A fold for each order that has landed would be as many candidates as the square of their number.
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
      // Nothing is asked on what has not passed.
      if (candidateOf(standing) !== null) candidates.set(node.id, candidate);
    }
    return outlook;
  });
};

const isWithin = (fold: Fold, likely: ReadonlyMap<string, string>): boolean =>
  fold.every(({ order, version }) => likely.get(order) === version);

const viewFrom = (node: OrderNode, candidates: ReadonlyMap<string, Candidate>): Fold | null => {
  // Of most orders that wait, one of these is missing: the others, which may be thousands, need no look.
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
