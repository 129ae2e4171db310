/** Orders in plan order, and what each rests on. */
export interface OrderGraph {
  readonly orders: readonly OrderNode[];
}

export interface OrderNode {
  readonly id: string;
  /** All orders that it rests on, directly or through others. They stand before it in the plan. */
  readonly after: readonly string[];
  /** Enough of them for the others to follow. */
  readonly directly: readonly string[];
}

/** True if an order does not see all work before it: where every order rests on all before it, nothing is ever hidden from one. */
export const hidesWork = ({ orders }: OrderGraph): boolean => orders.some(({ after }, index) => after.length < index);

/** Candidates on top of the run's baseline, in plan order: which orders', and which version of their changes. */
export type Fold = readonly Candidate[];

export interface Candidate {
  readonly order: string;
  /** The digest of the changes. */
  readonly version: string;
}

/**
 * How an order stands. Its `view` is what its question was made from: the candidates of what it rests on. Its `fold` is what its gates
 * run on. Its version is `predicted` from its answer alone until it has passed; null if that cannot be told.
 */
export type OrderStanding =
  | { readonly kind: "waiting" }
  /** The version is what passed on an earlier fold, here and below; null if nothing has. */
  | { readonly kind: "asking"; readonly view: Fold; readonly version: string | null }
  /** Its run waits at the gates, and holds its worktree. */
  | {
      readonly kind: "answered";
      readonly view: Fold;
      readonly version: string | null;
      readonly predicted: string | null;
      /** True for a moment: what is answered at about the same time may still come into its fold. */
      readonly isFresh: boolean;
    }
  | {
      readonly kind: "checking";
      readonly view: Fold;
      readonly fold: Fold;
      readonly version: string | null;
      readonly predicted: string | null;
    }
  | { readonly kind: "proven"; readonly view: Fold; readonly fold: Fold; readonly version: string }
  /** It failed early, on a fold or before its gates (null). It waits for its turn, and holds no worktree. */
  | { readonly kind: "refuted"; readonly view: Fold; readonly fold: Fold | null }
  /** Its turn has come: it is carried to its end for good, retries included. The version is what passed early, if it is still in use. */
  | {
      readonly kind: "finishing";
      readonly version: string | null;
      readonly predicted: string | null;
      readonly isAtGates: boolean;
    }
  | { readonly kind: "landed"; readonly version: string }
  | { readonly kind: "failed" }
  /** It rests on one that failed. */
  | { readonly kind: "left" };

/** How every order of the graph stands. */
export type ScheduleState = ReadonlyMap<string, OrderStanding>;

const WAITING: OrderStanding = { kind: "waiting" };

export const standingOf = (state: ScheduleState, id: string): OrderStanding => state.get(id) ?? WAITING;

/** The version of its changes that others may build on: what landed, or what has passed its gates and may still land. */
export const candidateOf = (standing: OrderStanding): string | null =>
  "version" in standing ? standing.version : null;

/** The version that it is likely to land with: that of what passed, or what its answer would leave if its gates pass. */
export const likelyOf = (standing: OrderStanding): string | null =>
  candidateOf(standing) ?? ("predicted" in standing ? standing.predicted : null);

/** True once nothing more will happen to the order. */
export const isSettled = ({ kind }: OrderStanding): boolean =>
  kind === "landed" || kind === "failed" || kind === "left";

/** True if it can never be carried out: something that it rests on has failed. */
export const isLost = ({ after }: OrderNode, state: ScheduleState): boolean =>
  after.some((id) => {
    const { kind } = standingOf(state, id);
    return kind === "failed" || kind === "left";
  });

/** True while a question or a gate of the order runs. */
export const isRunning = ({ kind }: OrderStanding): boolean =>
  kind === "asking" || kind === "checking" || kind === "finishing";

/** True while the order has a worktree. */
export const isOpen = (standing: OrderStanding): boolean => isRunning(standing) || standing.kind === "answered";

/** The view of an order that has been asked early. */
export const viewOf = (standing: OrderStanding): Fold | null => ("view" in standing ? standing.view : null);

export const isSameFold = (one: Fold, two: Fold): boolean =>
  one === two ||
  (one.length === two.length &&
    one.every(({ order, version }, index) => two[index]?.order === order && two[index].version === version));
