import { type Outlook, outlooks } from "./predict.ts";
import {
  type Fold,
  isOpen,
  isRunning,
  isSameFold,
  isSettled,
  type OrderGraph,
  type OrderStanding,
  type ScheduleState,
  standingOf,
  viewOf,
} from "./standing.ts";

/** How far orders go before their turn: asked once what they rest on has landed; also through their gates; also on what may still land. */
export type Speculate = "none" | "gates" | "all";

export interface Slots {
  /** How many orders may be open. The one whose turn it is may be one more. */
  readonly jobs: number;
  /** How many may be at their gates. */
  readonly gates: number;
  readonly speculate: Speculate;
  /** A failed order leaves out what rests on it, and ends nothing else. */
  readonly keepGoing: boolean;
  /** True once a signal has come or the budget is spent: nothing starts any more. */
  readonly isStopping: boolean;
}

/** What is to be done next. */
export type Action =
  /** Ask, as everything would be if what it rests on were all that there is. */
  | { readonly kind: "ask"; readonly order: string; readonly view: Fold }
  /** Run the gates of its answer on a fold, ahead of its turn. */
  | { readonly kind: "check"; readonly order: string; readonly fold: Fold }
  /** Its turn: carry it to its end. What was done early counts as far as the real fold is the one that it was done on. */
  | { readonly kind: "finish"; readonly order: string }
  /** Forget what was done early, and give its worktree back: what it rests on has changed. */
  | { readonly kind: "drop"; readonly order: string }
  /** It rests on one that failed. */
  | { readonly kind: "leave"; readonly order: string }
  | { readonly kind: "end" };

/**
 * Decides what a schedule does next: a pure function, so that the same state always leads to the same steps. They are to be begun in
 * their order, each by {@link begin}; after them, nothing at all means: wait for one that is running. Orders end in plan order, by `finish`
 * or `leave`; whatever else is done only makes that shorter.
 */
export const nextActions = (graph: OrderGraph, state: ScheduleState, slots: Slots): readonly Action[] => {
  const standings = graph.orders.map(({ id }) => standingOf(state, id));
  const hasFailed = standings.some(({ kind }) => kind === "failed");
  const isOver = slots.isStopping || (hasFailed && !slots.keepGoing) || standings.every(isSettled);
  if (isOver) return standings.some(isRunning) ? [] : [{ kind: "end" }];
  const dropped = drops(graph, state);
  const cleared = beginAll(state, dropped);
  const turns = turn(graph, cleared);
  return [...dropped, ...turns, ...early(graph, beginAll(cleared, turns), slots)];
};

/** The state once an action has begun. */
export const begin = (state: ScheduleState, action: Action): ScheduleState =>
  action.kind === "end" ? state : new Map(state).set(action.order, begun(standingOf(state, action.order), action));

const beginAll = (state: ScheduleState, actions: readonly Action[]): ScheduleState => actions.reduce(begin, state);

const begun = (standing: OrderStanding, action: Exclude<Action, { kind: "end" }>): OrderStanding => {
  const version = standing.kind === "proven" ? standing.version : null;
  switch (action.kind) {
    case "ask":
      return { kind: "asking", view: action.view };
    case "check":
      return { kind: "checking", view: viewOf(standing) ?? [], fold: action.fold, version };
    case "finish":
      return { kind: "finishing", version, isAtGates: standing.kind !== "waiting" };
    case "drop":
      return { kind: "waiting" };
    case "leave":
      return { kind: "left" };
  }
};

/** What was asked on something that has changed is forgotten; a worktree is also given back while what its order rests on is missing. */
const drops = (graph: OrderGraph, state: ScheduleState): readonly Action[] =>
  outlooks(graph, state).flatMap(({ node: { id }, asked }) => {
    const standing = standingOf(state, id);
    const isGone = asked === "other" || (asked === "missing" && standing.kind === "answered");
    return isGone && !isRunning(standing) ? [{ kind: "drop", order: id }] : [];
  });

/** The first order that is not settled goes to its end as soon as nothing of it is running; one that rests on a failed one is left. */
const turn = (graph: OrderGraph, state: ScheduleState): readonly Action[] => {
  const front = graph.orders.find(({ id }) => !isSettled(standingOf(state, id)));
  if (front === undefined || isRunning(standingOf(state, front.id))) return [];
  if (!front.after.some((id) => isLost(standingOf(state, id)))) return [{ kind: "finish", order: front.id }];
  const leave: Action = { kind: "leave", order: front.id };
  return [leave, ...turn(graph, begin(state, leave))];
};

const isLost = ({ kind }: OrderStanding): boolean => kind === "failed" || kind === "left";

/** What can be done before its turn, as far as there are slots: the longest remaining path first, then in plan order. */
const early = (graph: OrderGraph, state: ScheduleState, slots: Slots): readonly Action[] => {
  const { jobs, gates, speculate } = slots;
  const standings = graph.orders.map(({ id }) => standingOf(state, id));
  const remaining = remainingPaths(graph);
  const byPath = (one: Outlook, two: Outlook) => (remaining.get(two.node.id) ?? 0) - (remaining.get(one.node.id) ?? 0);
  const sorted = [...outlooks(graph, state)].sort(byPath);
  const actions: Action[] = [];
  let freeJobs = jobs - standings.filter(isOpen).length;
  let freeGates = speculate === "none" ? 0 : gates - standings.filter(isAtGates).length;
  for (const outlook of sorted) {
    const order = outlook.node.id;
    const standing = standingOf(state, order);
    if (freeGates > 0 && outlook.asked === "same") {
      if (standing.kind === "answered") {
        actions.push({ kind: "check", order, fold: outlook.fold });
        freeGates -= 1;
      } else if (
        standing.kind === "proven" &&
        freeJobs > 0 &&
        outlook.isComplete &&
        !isSameFold(standing.fold, outlook.fold)
      ) {
        actions.push({ kind: "check", order, fold: outlook.fold });
        freeGates -= 1;
        freeJobs -= 1;
      }
    }
  }
  for (const {
    node: { id, after },
    view,
  } of sorted) {
    if (standingOf(state, id).kind !== "waiting" || freeJobs <= 0 || view === null) continue;
    if (speculate !== "all" && !after.every((each) => standingOf(state, each).kind === "landed")) continue;
    actions.push({ kind: "ask", order: id, view });
    freeJobs -= 1;
  }
  return actions;
};

const isAtGates = (standing: OrderStanding): boolean =>
  standing.kind === "checking" || (standing.kind === "finishing" && standing.isAtGates);

/** How many orders stand on the longest path from each to the end. */
const remainingPaths = ({ orders }: OrderGraph): ReadonlyMap<string, number> => {
  const longest = new Map(orders.map(({ id }) => [id, 1]));
  for (const { id, after } of [...orders].reverse()) {
    const own = longest.get(id) ?? 1;
    for (const before of after) longest.set(before, Math.max(longest.get(before) ?? 1, own + 1));
  }
  return longest;
};
