import type { Settings } from "@llmch/contract/settings";
import { counted, EXIT } from "@llmch/text";
import {
  areReached,
  type BuildState,
  isAssessed,
  isNoted,
  milestonesSoFar,
  standingFindings,
  type WindowTold,
} from "./state.ts";
import type { AssessWhy, Bound, BuildStep } from "./step.ts";

/** `examines`: whether milestones are examined. */
export type BuildLimits = Settings["build"] & { readonly examines: boolean };

/** After how many failed windows in a row it is looked back. */
const MOST_FAILURES = 3;

/**
 * What a build does next: its loop, from top to bottom. A step that a person, a budget, a clock or a fault stopped has not ended: it is
 * begun again in the run that it had.
 */
export const nextStep = (state: BuildState, limits: BuildLimits): BuildStep => {
  const { finished, bound, scoped, current, lastWindow: window, open } = state;
  if (finished !== null) return { kind: "end", verdict: finished.verdict, exitCode: finished.exit_code };
  if (bound !== null) return { kind: "end", verdict: "ERROR", exitCode: EXIT.limit };
  if (!scoped) return nextWithoutScope(state, limits);
  if (state.milestones.length === 0) return { kind: "scope", assessment: null };
  if (current === null) return { kind: "end", verdict: "PASS", exitCode: EXIT.ok };

  if (window !== null && isToCarryOut(window)) return carryOut(state, window);
  if (state.hasGoals) return nextOfGoals(state, current, limits);
  const why = reasonToAssess(state, limits);
  if (why !== null) {
    const milestones = milestonesSoFar(state);
    if (state.judged === null) return { kind: "judge", milestones };
    if (!areReached(state, milestones)) return assess(state, current, why);
    // That nothing fails is no claim, but after many orders.
    if (why !== "orders") return reached(state, current, state.judged.tip, limits);
  }

  const assessment = state.lastAssessment?.assessment ?? 0;
  if (open === "answer") return { kind: "ask", assessment };
  if (open === "scope") return stopped(rescopeBound(state, limits)) ?? { kind: "scope", assessment };
  return plan(state, limits);
};

/** Only the commands say whether goals are reached: they run before anything is asked, and after each window, whatever its planner claims. */
const nextOfGoals = (state: BuildState, current: string, limits: BuildLimits): BuildStep => {
  const { judged, lastWindow: window } = state;
  const milestones = milestonesSoFar(state);
  if (judged === null && (window === null || window.milestone === current)) return { kind: "judge", milestones };
  return judged !== null && areReached(state, milestones)
    ? reached(state, current, judged.tip, limits)
    : plan(state, limits);
};

/** What follows a look at a milestone whose acceptance passes: it is examined, and what that finds is mended, or decided. */
const reached = (state: BuildState, milestone: string, tip: string, limits: BuildLimits): BuildStep => {
  // What its user has asked for since comes first.
  if (isNoted(state)) return plan(state, limits);
  const { lastWindow: last } = state;
  // Of what held before there was a window nothing is asked.
  if (limits.examines && last !== null && state.examined?.tip !== tip)
    return { kind: "examine", milestone, window: last.window };
  const findings = standingFindings(state);
  if (findings.length === 0) return { kind: "reach", milestone, tip };
  if (state.examinations >= limits.examinations) return { kind: "decide", findings };
  return state.examinations > 1 && !state.hasGoals ? assess(state, milestone, "findings") : plan(state, limits);
};

const assess = ({ assessments }: BuildState, milestone: string, why: AssessWhy): BuildStep => ({
  ...{ kind: "assess", assessment: assessments.length + 1, milestone, why },
});

/** One plan and its orders: the build ends as they do. */
const nextWithoutScope = (state: BuildState, limits: BuildLimits): BuildStep => {
  const window = state.lastWindow;
  if (window === null) return plan(state, limits);
  if (isToCarryOut(window)) return carryOut(state, window);
  if (isNoted(state)) return plan(state, limits);
  const { verdict, exit_code } = window.ended ?? window;
  return { kind: "end", verdict, exitCode: exit_code };
};

const isToCarryOut = ({ verdict, orders, ended }: WindowTold): boolean =>
  verdict === "PASS" && orders.length > 0 && ended === null;

/** Why the last window is followed by an assessment; null if it is not, or if it had one. */
const reasonToAssess = (state: BuildState, { assess_every }: BuildLimits): AssessWhy | null => {
  const window = state.lastWindow;
  // One of a milestone that is reached has done its work.
  if (window === null || window.milestone !== state.current || isAssessed(state)) return null;
  if (window.abort !== null) return "abort";
  const passed = (window.ended ?? window).verdict === "PASS";
  if (window.completes && passed) return "claim";
  if (state.failuresInRow >= MOST_FAILURES) return "failures";
  return state.unassessed >= assess_every ? "orders" : null;
};

/** The next window, unless a bound is reached. One that was begun is planned to its end. */
const plan = (state: BuildState, limits: BuildLimits): BuildStep => {
  const run = begunRun(state, "plan", state.rounds + 1);
  const next: BuildStep = {
    ...{ kind: "plan", window: state.rounds + 1, milestone: state.current, run },
    firstOrder: state.nextOrder,
    mostOrders: Math.min(limits.window, limits.max_orders - state.landed.length),
  };
  return run === null ? (stopped(planBound(state, limits)) ?? next) : next;
};

const carryOut = (state: BuildState, { window, milestone, run: planned }: WindowTold): BuildStep => ({
  ...{ kind: "carry-out", window, milestone, plan: planned },
  run: begunRun(state, "run-all", window),
});

/** The run of a step that was begun and has not ended. */
const begunRun = ({ begun }: BuildState, step: "plan" | "run-all", window: number): string | null =>
  begun?.step === step && begun.window === window ? begun.run : null;

const stopped = (bound: Bound | null): BuildStep | null => (bound === null ? null : { kind: "bound", bound });

const boundAt = (bound: Bound["bound"], cap: number, fact: string): Bound => ({
  bound,
  message: `${fact}, the limit of build.max_${bound}`,
  hint: `look at \`llmch show\`; to go on, raise it: \`LLMCH_BUILD_MAX_${bound.toUpperCase()}=${2 * cap} llmch resume\``,
});

/** The bound that keeps a build from planning its next window; null if it may. */
const planBound = (state: BuildState, limits: BuildLimits): Bound | null => {
  const { max_rounds, max_orders, max_replans } = limits;
  const { rounds, landed, replans } = state;
  if (rounds >= max_rounds) return boundAt("rounds", max_rounds, `it planned ${counted(rounds, "window")}`);
  if (landed.length >= max_orders) return boundAt("orders", max_orders, `${counted(landed.length, "order")} landed`);
  if (state.replanNext && replans >= max_replans)
    return boundAt("replans", max_replans, `${state.current} was planned again ${counted(replans, "time")}`);
  return null;
};

/** The bound that keeps a build from changing its milestones; null if it may. */
const rescopeBound = ({ rescopes }: BuildState, { max_rescopes }: BuildLimits): Bound | null =>
  rescopes < max_rescopes
    ? null
    : boundAt("rescopes", max_rescopes, `the milestones to come changed ${counted(rescopes, "time")}`);
