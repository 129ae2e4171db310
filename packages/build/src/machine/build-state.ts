import type { EventBody } from "@llmch/contract";
import {
  assessmentNeed,
  type BuildState,
  type EventOf,
  isAssessed,
  standingFindings,
  type WindowTold,
} from "./state.ts";

const BEGINNING: BuildState = {
  scoped: false,
  hasGoals: false,
  milestones: [],
  current: null,
  scopeSha256: null,
  windows: [],
  lastWindow: null,
  rounds: 0,
  landed: [],
  unassessed: 0,
  nextOrder: 1,
  replans: 0,
  replanNext: false,
  failuresInRow: 0,
  notes: [],
  begun: null,
  judged: null,
  examined: null,
  examinations: 0,
  settled: [],
  assessments: [],
  lastAssessment: null,
  open: null,
  rescopes: 0,
  said: [],
  branch: null,
  tip: null,
  bound: null,
  finished: null,
};

/** The state of a build after these events of its journal, which may end anywhere. */
export const buildState = (events: readonly EventBody[]): BuildState => events.reduce(stateAfter, BEGINNING);

const stateAfter = (state: BuildState, event: EventBody): BuildState => {
  switch (event.type) {
    case "build_started":
      return {
        ...{ ...state, scoped: event.scoped, branch: event.continues?.branch ?? null },
        hasGoals: event.config.goals !== undefined,
        nextOrder: event.continues?.next_order ?? state.nextOrder,
      };
    case "noted":
      return { ...state, said: [...state.said, event] };
    // People may have committed to the branch in between: acceptance runs once more before it decides anything. A plan that is under way
    // was told how the goals stood, and goes on.
    case "resumed":
      return {
        ...state,
        judged: isAssessed(state) || (state.hasGoals && state.begun !== null) ? state.judged : null,
        bound: null,
        finished: null,
      };
    case "scope_taken":
      return afterScope(state, event);
    case "build_step_started":
      return { ...state, begun: event };
    case "window_planned":
      return afterPlan(state, event);
    case "window_ended":
      return afterOrders(state, event);
    case "milestones_judged":
      return { ...state, judged: event };
    case "examined":
      return afterExamination(state, event);
    case "milestone_reached":
      return { ...state, ...ANEW, ...withDone(state.milestones, [...doneIn(state), event.milestone]), judged: null };
    case "assessed":
      return afterAssessment(state, event);
    case "decided":
      return afterDecision(state, event);
    case "bound_reached":
      return { ...state, bound: event };
    case "run_finished":
      return {
        ...state,
        ...(event.verdict === "PASS"
          ? withDone(
              state.milestones,
              state.milestones.map(({ id }) => id),
            )
          : {}),
        finished: event,
      };
    default:
      return state;
  }
};

/** A milestone begins anew. */
const ANEW = { replans: 0, replanNext: false, failuresInRow: 0, examinations: 0 };

/** The first milestone that is not reached is the current one. */
const withDone = (
  milestones: readonly { readonly id: string; readonly outcome: string }[],
  done: readonly string[],
): Pick<BuildState, "milestones" | "current"> => {
  const current = milestones.find(({ id }) => !done.includes(id))?.id ?? null;
  const stateOf = (id: string) => (done.includes(id) ? "done" : id === current ? "current" : "next");
  return { current, milestones: milestones.map(({ id, outcome }) => ({ id, outcome, state: stateOf(id) })) };
};

const doneIn = ({ milestones }: BuildState): readonly string[] =>
  milestones.filter(({ state }) => state === "done").map(({ id }) => id);

const afterScope = (
  state: BuildState,
  { sha256, by, milestones, reached = [] }: EventOf<"scope_taken">,
): BuildState => ({
  ...state,
  ...ANEW,
  ...withDone(milestones, [...doneIn(state), ...reached]),
  scopeSha256: sha256,
  judged: null,
  open: state.open === "scope" ? null : state.open,
  rescopes: state.rescopes + (by === "assessment" ? 1 : 0),
  said: state.said.filter(({ of }) => of !== "scope"),
});

/** Whether a window came to nothing that counts: its plan or its orders failed. That goals are reached is nothing that a planner can claim. */
const hasFailed = ({ verdict, orders, completes, abort, ended }: WindowTold, hasGoals: boolean): boolean =>
  verdict !== "PASS" ||
  (orders.length === 0 && (!completes || hasGoals) && abort === null) ||
  (ended !== null && ended.verdict !== "PASS");

const afterWindow = (state: BuildState, window: WindowTold): BuildState => {
  const failed = hasFailed(window, state.hasGoals);
  const isOver = failed || window.ended !== null;
  return {
    ...state,
    windows: [...state.windows.filter((each) => each.window !== window.window), window],
    lastWindow: window,
    begun: null,
    judged: null,
    examined: null,
    failuresInRow: failed ? state.failuresInRow + 1 : isOver ? 0 : state.failuresInRow,
    replanNext: failed || window.abort !== null,
  };
};

const afterPlan = (state: BuildState, planned: EventOf<"window_planned">): BuildState => {
  const after = afterWindow(state, { ...planned, ended: null });
  const next = state.milestones.findIndex(({ id }) => id === planned.milestone);
  return {
    ...after,
    // Records of before the examination do not say which milestones were reached.
    ...withDone(state.milestones, [
      ...doneIn(state),
      ...state.milestones.slice(0, Math.max(0, next)).map(({ id }) => id),
    ]),
    rounds: after.windows.length,
    nextOrder: nextAfter(
      state.nextOrder,
      planned.orders.map(({ id }) => id),
    ),
    replans: state.replans + (state.replanNext ? 1 : 0),
    // A plan that failed hands nothing on, and nobody was told. Without a scope the spec alone tells what was noted.
    ...(planned.verdict === "PASS" ? { notes: planned.notes, said: [] } : state.scoped ? {} : { said: [] }),
  };
};

const afterOrders = (state: BuildState, ended: EventOf<"window_ended">): BuildState => {
  if (state.lastWindow === null) return state;
  const known = new Set(state.landed.map(({ order }) => order));
  const landed = ended.landed.filter(({ order }) => !known.has(order));
  return {
    ...afterWindow(state, { ...state.lastWindow, ended }),
    landed: [...state.landed, ...landed],
    unassessed: state.unassessed + landed.length,
    nextOrder: nextAfter(state.nextOrder, [
      ...[...ended.landed, ...ended.failed].map(({ order }) => order),
      ...ended.left,
    ]),
    branch: ended.branch,
    tip: ended.tip,
  };
};

/** The number after the highest of these orders and those before. */
const nextAfter = (next: number, orders: readonly string[]): number =>
  Math.max(next, ...orders.map((order) => 1 + (Number.parseInt(order.slice("WO-".length), 10) || 0)));

const afterAssessment = (before: BuildState, assessed: EventOf<"assessed">): BuildState => {
  const state: BuildState = {
    ...before,
    assessments: [...before.assessments, assessed],
    lastAssessment: assessed,
    unassessed: 0,
    failuresInRow: 0,
  };
  switch (assessed.verdict) {
    case "on_course":
      return state;
    case "rescope":
      return { ...state, open: "scope" };
    case "stop":
      return { ...state, open: "answer" };
  }
  return { ...state, replanNext: true };
};

/** What it found is mended by a plan that counts as one more. */
const afterExamination = (state: BuildState, examined: EventOf<"examined">): BuildState => {
  const after = { ...state, examined, examinations: state.examinations + 1 };
  return { ...after, replanNext: state.replanNext || standingFindings(after).length > 0 };
};

const afterDecision = (state: BuildState, decided: EventOf<"decided">): BuildState => {
  if (decided.of === "examination") return { ...state, settled: [...state.settled, decided] };
  const asked = state.lastAssessment === null ? null : assessmentNeed(state.lastAssessment.assessment);
  const isAnswer = state.open === "answer" && decided.of === "question" && decided.id === asked;
  if (!isAnswer && decided.of !== "scope") return state;
  const isRejected = state.open === "scope" && decided.decision === "reject";
  return {
    ...state,
    open: isAnswer || isRejected ? null : state.open,
    said: decided.text === null ? state.said : [...state.said, decided],
  };
};
