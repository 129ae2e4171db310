import type { OrderDependencies } from "@llmch/contract";

/** Orders in plan order, and what each depends on. */
export interface OrderGraph {
  readonly orders: readonly OrderDependencies[];
}

/**
 * The state of an order. A version stands for its changes. Its view is the versions of all that it depends on, and is what its questions
 * are made from.
 */
export type OrderTurn =
  | { readonly kind: "waiting" }
  /** It is worked on before its turn, on its view alone. */
  | { readonly kind: "early"; readonly view: View }
  /** That work has ended. Its version is what passed the gates there; null if nothing did. */
  | { readonly kind: "tried"; readonly view: View; readonly version: string | null }
  /** Its turn: it is carried to its end. Until then, others may be asked on the version that it was tried with. */
  | { readonly kind: "turn"; readonly version: string | null }
  | { readonly kind: "landed"; readonly version: string }
  | { readonly kind: "failed" }
  /** It was skipped because it depends on one that failed. */
  | { readonly kind: "left" };

/** The versions of an order's dependencies. */
export type View = string;

/** The state of every order of the graph. */
export type QueueState = ReadonlyMap<string, OrderTurn>;

export interface Slots {
  /** How many orders may be worked on at once. The one whose turn it is never waits for others. */
  readonly jobs: number;
  /** Whether a failed order skips only its dependents and does not end the run. */
  readonly keepGoing: boolean;
  /** Whether orders are asked on landed work alone, because a person decides what lands; left out for no. */
  readonly onLandedAlone?: boolean;
  /** True once a signal has arrived or the budget is spent: nothing new starts. */
  readonly isStopping: boolean;
}

/** What to do next. */
export type QueueStep =
  /** Its turn: ask, judge and land it. */
  | { readonly kind: "turn"; readonly order: string }
  /** Ask it before its turn, and try its answer where it was asked: in its turn the same question has its answer already. */
  | { readonly kind: "early"; readonly order: string; readonly view: View }
  /** Skip it: it depends on one that failed. */
  | { readonly kind: "leave"; readonly order: string }
  | { readonly kind: "end" };

const WAITING: OrderTurn = { kind: "waiting" };

export const standingOf = (state: QueueState, id: string): OrderTurn => state.get(id) ?? WAITING;

/**
 * Decides what a run does next. A pure function: the same state always leads to the same steps. Begin them in the given order, with
 * {@link begin}; if there are none, wait until a running one ends. Only turns decide anything, and they come in plan order, one after the
 * other, so that no result depends on the number of jobs.
 */
export const nextSteps = ({ orders }: OrderGraph, state: QueueState, slots: Slots): readonly QueueStep[] => {
  const standings = orders.map(({ id }) => standingOf(state, id));
  const isOver =
    slots.isStopping ||
    (!slots.keepGoing && standings.some(({ kind }) => kind === "failed")) ||
    standings.every(isSettled);
  if (isOver) return standings.some(isRunning) ? [] : [{ kind: "end" }];
  const turns = turn(orders, state);
  const then = begin(state, turns);
  if (orders.every(({ id }) => isSettled(standingOf(then, id)))) return [...turns, { kind: "end" }];
  return [...turns, ...early(orders, then, slots)];
};

/** The state once the steps have begun. */
export const begin = (state: QueueState, steps: readonly QueueStep[]): QueueState => {
  const next = new Map(state);
  for (const step of steps) if (step.kind !== "end") next.set(step.order, begun(standingOf(next, step.order), step));
  return next;
};

const begun = (standing: OrderTurn, step: Exclude<QueueStep, { kind: "end" }>): OrderTurn => {
  if (step.kind === "leave") return { kind: "left" };
  return step.kind === "early" ? { kind: "early", view: step.view } : { kind: "turn", version: versionOf(standing) };
};

/** The turn of the first unsettled order, once nothing runs for it; before it, those are left that depend on a failed one. */
const turn = (orders: OrderGraph["orders"], state: QueueState): readonly QueueStep[] => {
  const steps: QueueStep[] = [];
  const left = new Set<string>();
  for (const front of orders) {
    const standing = standingOf(state, front.id);
    if (isSettled(standing)) continue;
    if (isRunning(standing)) return steps;
    if (!front.after.some((each) => left.has(each) || isLost(standingOf(state, each))))
      return [...steps, { kind: "turn", order: front.id }];
    left.add(front.id);
    steps.push({ kind: "leave", order: front.id });
  }
  return steps;
};

/** Work before its turn on each order that may be asked, in plan order, as many as there are jobs for. */
const early = (
  orders: OrderGraph["orders"],
  state: QueueState,
  { jobs, onLandedAlone = false }: Pick<Slots, "jobs" | "onLandedAlone">,
): readonly QueueStep[] => {
  let free = jobs - [...state.values()].filter(isRunning).length;
  const steps: QueueStep[] = [];
  for (const order of orders) {
    if (free <= 0) return steps;
    const standing = standingOf(state, order.id);
    if (standing.kind !== "waiting" && standing.kind !== "tried") continue;
    const view = viewOf(order, state, onLandedAlone);
    if (view === null || (standing.kind === "tried" && standing.view === view)) continue;
    steps.push({ kind: "early", order: order.id, view });
    free -= 1;
  }
  return steps;
};

/** Null if something that the order depends on has no version yet. */
const viewOf = (order: OrderDependencies, state: QueueState, onLandedAlone: boolean): View | null => {
  const isThere = (id: string) => {
    const standing = standingOf(state, id);
    return versionOf(standing) !== null && (!onLandedAlone || standing.kind === "landed");
  };
  // Most waiting orders lack one of these, so this avoids looking at all the others, which may be thousands.
  if (!order.directly.every(isThere) || !order.after.every(isThere)) return null;
  return order.after.map((id) => versionOf(standingOf(state, id))).join(" ");
};

const versionOf = (standing: OrderTurn): string | null => ("version" in standing ? standing.version : null);

/** Whether somebody waits for the verdict on work before its turn: a later order that builds on it, while its own turn is not next. */
export const isAwaited = (
  { orders }: OrderGraph,
  state: QueueState,
  id: string,
  { onLandedAlone = false }: Pick<Slots, "onLandedAlone"> = {},
): boolean =>
  !onLandedAlone &&
  orders.find((order) => !isSettled(standingOf(state, order.id)))?.id !== id &&
  orders.some(({ after }) => after.includes(id));

const isSettled = ({ kind }: OrderTurn): boolean => kind === "landed" || isLost({ kind });
const isLost = ({ kind }: Pick<OrderTurn, "kind">): boolean => kind === "failed" || kind === "left";
const isRunning = ({ kind }: OrderTurn): boolean => kind === "early" || kind === "turn";
