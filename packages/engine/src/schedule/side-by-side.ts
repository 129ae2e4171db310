import { byLongestPath } from "./longest-path.ts";
import { type Outlook, outlooks } from "./predict.ts";
import {
  candidateOf,
  type Fold,
  isLost,
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

/**
 * How far orders may go ahead of their turn: `none` only asks once their dependencies have landed, `gates` also runs their gates, `all`
 * also builds on work that has yet to land.
 */
export type Speculate = "none" | "gates" | "all";

export interface Slots {
  /** How many orders may be open. The one whose turn it is may come on top. */
  readonly jobs: number;
  /** How many worktrees fit; the disk may have room for fewer than jobs + 1. Unlimited if omitted. */
  readonly worktrees?: number;
  /** How many orders may be at their gates. */
  readonly gates: number;
  readonly speculate: Speculate;
  /** Whether a failed order skips only its dependents and does not end the schedule. */
  readonly keepGoing: boolean;
  /** True once a signal has arrived or the budget is spent: nothing new starts. */
  readonly isStopping: boolean;
}

/** What to do next. */
export type Action =
  /** Ask, with a view that contains only the order's dependencies. */
  | { readonly kind: "ask"; readonly order: string; readonly view: Fold }
  /** Run the gates of its answer on a fold, ahead of its turn. */
  | { readonly kind: "check"; readonly order: string; readonly fold: Fold }
  /** Its turn: carry it to its end. Early work counts if it was done on what is really the fold. */
  | { readonly kind: "finish"; readonly order: string }
  /** Drop what was done early and return its worktree, because its dependencies have changed. */
  | { readonly kind: "drop"; readonly order: string }
  /** Skip it: it depends on one that failed. */
  | { readonly kind: "leave"; readonly order: string }
  | { readonly kind: "end" };

/**
 * Decides what a schedule does next. It is a pure function, so the same state always leads to the same steps. Begin them in the given
 * order, with {@link begin}; if there are none, wait for a running one. Orders end in plan order, by `finish` or `leave`; all other
 * actions only make that faster.
 */
export const nextActions = (graph: OrderGraph, state: ScheduleState, slots: Slots): readonly Action[] => {
  const standings = graph.orders.map(({ id }) => standingOf(state, id));
  const hasFailed = standings.some(({ kind }) => kind === "failed");
  const isOver = slots.isStopping || (hasFailed && !slots.keepGoing) || standings.every(isSettled);
  if (isOver) return standings.some(isRunning) ? [] : [{ kind: "end" }];
  const seen = outlooks(graph, state);
  const dropped = drops(seen, state);
  const cleared = begin(state, dropped);
  const turns = turn(graph, cleared, slots.jobs);
  const turned = begin(cleared, turns);
  const isOverThen = graph.orders.every(({ id }) => isSettled(standingOf(turned, id)));
  if (isOverThen) return [...turns, { kind: "end" }];
  const returned = returns(graph, turned, slots.worktrees ?? Number.POSITIVE_INFINITY);
  const next = begin(turned, returned);
  return [
    ...dropped,
    ...turns,
    ...returned,
    ...early(graph, next, slots, next === state ? seen : outlooks(graph, next)),
  ];
};

/** The state after the actions have begun, one after the other. */
export const begin = (state: ScheduleState, actions: readonly Action[]): ScheduleState => {
  if (actions.length === 0) return state;
  const next = new Map(state);
  for (const action of actions) {
    if (action.kind !== "end") next.set(action.order, begun(standingOf(next, action.order), action));
  }
  return next;
};

const begun = (standing: OrderStanding, action: Exclude<Action, { kind: "end" }>): OrderStanding => {
  const version = candidateOf(standing);
  const predicted = standing.kind === "answered" ? standing.predicted : null;
  switch (action.kind) {
    case "ask":
      return { kind: "asking", view: action.view, version: null };
    case "check":
      return { kind: "checking", view: viewOf(standing) ?? [], fold: action.fold, version, predicted };
    case "finish":
      return { kind: "finishing", version, predicted, isAtGates: standing.kind !== "waiting" };
    case "drop":
      return { kind: "waiting" };
    case "leave":
      return { kind: "left" };
  }
};

/**
 * Drop answers to questions whose base has changed, and failures on a fold that has changed. An answered order also returns its worktree
 * while one of its dependencies is missing.
 */
const drops = (seen: readonly Outlook[], state: ScheduleState): readonly Action[] =>
  seen.flatMap(({ node: { id }, asked, wasMisled }) => {
    const standing = standingOf(state, id);
    const isGone = asked === "other" || wasMisled || (asked === "missing" && standing.kind === "answered");
    return isGone && !isRunning(standing) ? [{ kind: "drop", order: id }] : [];
  });

/**
 * If more orders are open than worktrees fit, those that only wait for their gates return theirs, the last in plan order first: the order
 * whose turn it is may be waiting for one.
 */
const returns = (graph: OrderGraph, state: ScheduleState, worktrees: number): readonly Action[] => {
  const surplus = [...state.values()].filter(isOpen).length - worktrees;
  if (surplus <= 0) return [];
  return graph.orders
    .filter(({ id }) => standingOf(state, id).kind === "answered")
    .toReversed()
    .slice(0, surplus)
    .map(({ id }) => ({ kind: "drop", order: id }));
};

/**
 * Finish the first unsettled order as soon as none of its work is running; leave it if it depends on a failed one. Its worktree may be
 * one more than there are jobs.
 */
const turn = (graph: OrderGraph, state: ScheduleState, jobs: number): readonly Action[] => {
  const left: Action[] = [];
  const after = new Map(state);
  for (const front of graph.orders) {
    const standing = standingOf(after, front.id);
    if (isSettled(standing)) continue;
    if (isRunning(standing)) return left;
    if (!isLost(front, after)) {
      const standings = [...after.values()];
      const isFull = standings.filter(isOpen).length > jobs && standings.some(isRunning);
      return isFull && !isOpen(standing) ? left : [...left, { kind: "finish", order: front.id }];
    }
    const leave = { kind: "leave", order: front.id } as const;
    left.push(leave);
    after.set(front.id, begun(standing, leave));
  }
  return left;
};

/**
 * What can be done ahead of turn, within the free slots: first gates of answered orders, then questions, then gates again for orders
 * whose fold has changed. Each group takes the longest remaining path first, then plan order.
 */
const early = (
  graph: OrderGraph,
  state: ScheduleState,
  { jobs, gates, speculate }: Slots,
  seen: readonly Outlook[],
): readonly Action[] => {
  const standings = [...state.values()];
  const open = standings.filter(isOpen).length;
  // The worktree beyond the jobs is for gates that run again: they ask nothing, and would otherwise block a question.
  const extra = standings.some(isAgain) ? 1 : 0;
  const freeJobs = jobs === 1 ? 0 : Math.max(0, jobs + extra - open);
  const freeGates = speculate === "none" || jobs === 1 ? 0 : Math.max(0, gates - standings.filter(isAtGates).length);
  if (freeJobs === 0 && freeGates === 0) return [];
  const pick = (matches: (each: Outlook) => boolean) => byLongestPath(graph, seen.filter(matches));
  const checks = pick((each) => isAnswered(each, state)).slice(0, freeGates);
  const asks = pick((each) => isAskable(each, state, speculate)).slice(0, freeJobs);
  const room = Math.min(freeGates - checks.length, jobs + 1 - open - asks.length);
  const again = pick((each) => isOvertaken(each, state)).slice(0, Math.max(0, room));
  return [...checks.map(checkOf), ...asks.flatMap(askOf), ...again.map(checkOf)];
};

const checkOf = ({ node, fold }: Outlook): Action => ({ kind: "check", order: node.id, fold });

const askOf = ({ node, view }: Outlook): readonly Action[] =>
  view === null ? [] : [{ kind: "ask", order: node.id, view }];

/** True if its gates may run. On an incomplete fold they would probably have to run again, so they wait a moment for it to fill. */
const isAnswered = ({ node, asked, isComplete }: Outlook, state: ScheduleState): boolean => {
  const standing = standingOf(state, node.id);
  return asked === "same" && standing.kind === "answered" && (isComplete || !standing.isFresh);
};

const isAskable = (each: Outlook, state: ScheduleState, speculate: Speculate): boolean =>
  standingOf(state, each.node.id).kind === "waiting" && each.view !== null && mayAsk(each, state, speculate);

const mayAsk = ({ node }: Outlook, state: ScheduleState, speculate: Speculate): boolean =>
  speculate === "all" || node.after.every((id) => standingOf(state, id).kind === "landed");

/**
 * Whether to ask again at once after an order's gates failed ahead of its turn. If its fold changes before its turn, so may the failure
 * brief, and the answer would be wasted.
 */
export const goesOn = (
  graph: OrderGraph,
  state: ScheduleState,
  { speculate, isStopping }: Pick<Slots, "speculate" | "isStopping">,
  order: string,
): boolean => {
  const seen = outlooks(graph, state).find(({ node }) => node.id === order);
  const isChecked = standingOf(state, order).kind === "checking" && seen?.asked === "same";
  return isChecked && !isStopping && speculate !== "none" && mayAsk(seen, state, speculate);
};

/** True if its gates passed on a fold that has changed since, and the new fold is complete. */
const isOvertaken = ({ node, asked, fold, isComplete }: Outlook, state: ScheduleState): boolean => {
  const standing = standingOf(state, node.id);
  return standing.kind === "proven" && asked === "same" && isComplete && !isSameFold(standing.fold, fold);
};

const isAtGates = (standing: OrderStanding): boolean =>
  standing.kind === "checking" || (standing.kind === "finishing" && standing.isAtGates);

/** True while gates run for an order that already passed on another fold. */
const isAgain = (standing: OrderStanding): boolean =>
  (standing.kind === "checking" || standing.kind === "finishing") && standing.version !== null;
