import type { OrderDependencies } from "@llmch/contract";

/** Orders in plan order, and what each depends on. */
export interface OrderGraph {
  readonly orders: readonly OrderDependencies[];
}

/** True if some order does not see all work before it. If every order depends on all before it, nothing is hidden from any. */
export const hidesWork = ({ orders }: OrderGraph): boolean => orders.some(({ after }, index) => after.length < index);

/** Candidates on top of the run's baseline, in plan order, each with its order and the version of its changes. */
export type Fold = readonly Candidate[];

export interface Candidate {
  readonly order: string;
  /** The digest of the changes. */
  readonly version: string;
}

/**
 * The state of an order. Its `view` is what its question was made from: the candidates of its dependencies. Its `fold` is what its gates
 * run on. Until it has passed, its version is `predicted` from its answer alone; null if that cannot be predicted.
 */
export type OrderStanding =
  | { readonly kind: "waiting" }
  /** Here and below, the version is what passed on an earlier fold; null if nothing has passed. */
  | { readonly kind: "asking"; readonly view: Fold; readonly version: string | null }
  /** Its run waits at the gates and holds its worktree. */
  | {
      readonly kind: "answered";
      readonly view: Fold;
      readonly version: string | null;
      readonly predicted: string | null;
      /** True for a moment: answers that arrive at about the same time may still join its fold. */
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
  /** It failed early: on a fold, or before its gates (null). It waits for its turn and holds no worktree. */
  | { readonly kind: "refuted"; readonly view: Fold; readonly fold: Fold | null }
  /** Its turn has come: it is carried to its end, including retries. The version is what passed early, if that is still in use. */
  | {
      readonly kind: "finishing";
      readonly version: string | null;
      readonly predicted: string | null;
      readonly isAtGates: boolean;
    }
  | { readonly kind: "landed"; readonly version: string }
  | { readonly kind: "failed" }
  /** It was skipped because it depends on one that failed. */
  | { readonly kind: "left" };

/** The state of every order of the graph. */
export type ScheduleState = ReadonlyMap<string, OrderStanding>;

const WAITING: OrderStanding = { kind: "waiting" };

export const standingOf = (state: ScheduleState, id: string): OrderStanding => state.get(id) ?? WAITING;

/** The version of its changes that others may build on: what landed, or what passed its gates and may still land. */
export const candidateOf = (standing: OrderStanding): string | null =>
  "version" in standing ? standing.version : null;

/** The version that it will probably land with: what passed, or what its answer would leave if its gates pass. */
export const likelyOf = (standing: OrderStanding): string | null =>
  candidateOf(standing) ?? ("predicted" in standing ? standing.predicted : null);

/** True once nothing more will happen to the order. */
export const isSettled = ({ kind }: OrderStanding): boolean =>
  kind === "landed" || kind === "failed" || kind === "left";

/** True if it can never be carried out, because a dependency has failed. */
export const isLost = ({ after }: OrderDependencies, state: ScheduleState): boolean =>
  after.some((id) => {
    const { kind } = standingOf(state, id);
    return kind === "failed" || kind === "left";
  });

/** True while a question or a gate of the order runs. */
export const isRunning = ({ kind }: OrderStanding): boolean =>
  kind === "asking" || kind === "checking" || kind === "finishing";

/** True while the order has a worktree. */
export const isOpen = (standing: OrderStanding): boolean => isRunning(standing) || standing.kind === "answered";

/** The view of an order that was asked early. */
export const viewOf = (standing: OrderStanding): Fold | null => ("view" in standing ? standing.view : null);

export const isSameFold = (one: Fold, two: Fold): boolean =>
  one === two ||
  (one.length === two.length &&
    one.every(({ order, version }, index) => two[index]?.order === order && two[index].version === version));
