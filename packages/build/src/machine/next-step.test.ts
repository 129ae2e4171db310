import type { EventBody } from "@llmch/contract";
import { describe, expect, test } from "vitest";
import { buildState } from "./build-state.ts";
import {
  ABORT,
  assessed,
  begun,
  decided,
  ended,
  examined,
  finished,
  judged,
  LIMITS,
  noted,
  planned,
  RESUMED,
  reached,
  scopeTaken,
  started,
} from "./journal.fixture.ts";
import { nextStep } from "./next-step.ts";
import { assessmentNeed } from "./state.ts";
import type { BuildStep } from "./step.ts";

const SCOPED = [started(), scopeTaken(3)];
/** One window of M1 whose orders landed. */
const LANDED = [...SCOPED, planned(1, [1, 2]), ended(1, [1, 2])];
const CLAIMED = [...SCOPED, planned(1, [1, 2], { completes: true }), ended(1, [1, 2])];
const ABORTED = [...LANDED, planned(2, [], { abort: ABORT })];
/** The next three windows fail: two at their orders, one at its plan. */
const FAILED_AT_ORDERS = [planned(2, [3, 4]), ended(2, [], [3], [4])];
const FAILED_AT_PLAN = [planned(3, [], { verdict: "ERROR", exit_code: 2 })];
const FAILED_AGAIN = [planned(4, [5]), ended(4, [], [5])];
const STOPPED = [...ABORTED, judged(1, ["M1"]), assessed(1, 2, "stop")];
const RESCOPED = [...ABORTED, judged(1, ["M1"]), assessed(1, 2, "rescope")];
const NEED = assessmentNeed(1);
/** What a window was to mend stands again. */
const FOUND = [...CLAIMED, judged(1), examined(1, ["F-01"])];
const FOUND_AGAIN = [
  ...FOUND,
  planned(2, [3], { completes: true }),
  ended(2, [3]),
  judged(1),
  examined(2, ["F-01", "F-02"]),
];
const STILL = examined(2, ["F-01", "F-02"]).findings;

const plan = (
  window: number,
  firstOrder: number,
  more: Partial<Extract<BuildStep, { kind: "plan" }>> = {},
): BuildStep => ({
  ...{ kind: "plan", window, milestone: "M1", run: null, firstOrder, mostOrders: LIMITS.window },
  ...more,
});
const carryOut = (window: number, run: string | null = null): BuildStep => ({
  ...{ kind: "carry-out", window, milestone: "M1", plan: `plan ${window}`, run },
});
const judge = (...milestones: readonly string[]): BuildStep => ({ kind: "judge", milestones });
const assess = (
  assessment: number,
  why: Extract<BuildStep, { kind: "assess" }>["why"],
  milestone = "M1",
): BuildStep => ({
  ...{ kind: "assess", assessment, milestone, why },
});
const end = (exitCode: number, verdict: "PASS" | "FAIL" | "ERROR"): BuildStep => ({ kind: "end", verdict, exitCode });

const CONTINUED = { ...started(), continues: { run: "before", branch: "product", next_order: 7 } } as EventBody;

describe("a build with a scope", () => {
  test.each<[string, readonly EventBody[], BuildStep]>([
    ["begins with its scope", [started()], { kind: "scope", assessment: null }],
    ["waits with a scope that is not approved", [started(), finished(6), RESUMED], { kind: "scope", assessment: null }],
    [
      "asks for another scope than the rejected",
      [started(), decided("scope", "reject", "Less.")],
      { kind: "scope", assessment: null },
    ],
    ["plans its first window", SCOPED, plan(1, 1)],
    ["plans a window to its end that it began", [...SCOPED, begun("plan", 1), RESUMED], plan(1, 1, { run: "plan 1" })],
    ["carries out what it planned", [...SCOPED, begun("plan", 1), planned(1, [1])], carryOut(1)],
    [
      "carries it out in the run that it began",
      [...SCOPED, planned(1, [1]), begun("run-all", 1), RESUMED],
      carryOut(1, "run-all 1"),
    ],
    [
      "goes on in the run that it began last",
      [...SCOPED, planned(1, [1]), begun("run-all", 1, "A"), begun("run-all", 1, "B")],
      carryOut(1, "B"),
    ],
    ["plans the next orders", LANDED, plan(2, 3)],
    ["counts on over orders that failed or were not begun", [...LANDED, ...FAILED_AT_ORDERS], plan(3, 5)],
    ["judges after many orders", [...SCOPED, planned(1, [1, 2, 3, 4, 5]), ended(1, [1, 2, 3, 4, 5])], judge("M1")],
    [
      "then assesses what fails",
      [...SCOPED, planned(1, [1, 2, 3, 4, 5]), ended(1, [1, 2, 3, 4, 5]), judged(1, ["M1"])],
      assess(1, "orders"),
    ],
    [
      "asks nobody where nothing fails",
      [...SCOPED, planned(1, [1, 2, 3, 4, 5]), ended(1, [1, 2, 3, 4, 5]), judged(1)],
      plan(2, 6),
    ],
    ["judges a claim", CLAIMED, judge("M1")],
    ["plans a note before it examines a claim", [...CLAIMED, noted(), judged(1)], plan(2, 3)],
    [
      "examines it once a plan was told",
      [...CLAIMED, noted(), judged(1), planned(2, [3], { completes: true }), ended(2, [3]), judged(1)],
      { kind: "examine", milestone: "M1", window: 2 },
    ],
    ["carries out first what is planned", [...SCOPED, planned(1, [1]), noted()], carryOut(1)],
    [
      "counts on from the build before, on whose milestones it builds",
      [CONTINUED, { ...scopeTaken(3), reached: ["M1", "M2"] } as EventBody, noted()],
      plan(1, 7, { milestone: "M3" }),
    ],
    ["takes the scope of the build before", [CONTINUED], { kind: "scope", assessment: null }],
    ["examines a claim", [...CLAIMED, judged(1)], { kind: "examine", milestone: "M1", window: 1 }],
    ["assesses a claim that fails", [...CLAIMED, judged(1, ["M1"])], assess(1, "claim")],
    [
      "says itself that it is reached",
      [...CLAIMED, judged(1), examined(1)],
      { kind: "reach", milestone: "M1", tip: "tip" },
    ],
    [
      "closes nothing that fails at times",
      [...CLAIMED, judged(1), examined(1, ["F-09"])],
      { kind: "reach", milestone: "M1", tip: "tip" },
    ],
    [
      "goes on without an examination that could not be",
      [...CLAIMED, judged(1), examined(1, [], { examined: "not examined (no sandbox)" })],
      { kind: "reach", milestone: "M1", tip: "tip" },
    ],
    [
      "examines another tip again",
      [...CLAIMED, judged(1), examined(1, [], { tip: "old" })],
      { kind: "examine", milestone: "M1", window: 1 },
    ],
    ["plans what an examination found", FOUND, plan(2, 3)],
    ["waits with what it found again", FOUND_AGAIN, { kind: "decide", findings: STILL }],
    [
      "waits with what is left of it",
      [
        ...FOUND_AGAIN,
        decided("examination", "reject", "The sentence says other.", "F-01"),
        finished(6),
        RESUMED,
        judged(1),
      ],
      { kind: "decide", findings: STILL.slice(1) },
    ],
    [
      "is reached with a finding that a person knows",
      [
        ...[...FOUND_AGAIN, decided("examination", "reject", "No.", "F-01")],
        decided("examination", "approve", null, "F-02"),
      ],
      { kind: "reach", milestone: "M1", tip: "tip" },
    ],
    ["judges once more after people may have committed", [...CLAIMED, judged(1), RESUMED], judge("M1")],
    [
      "believes no claim whose orders failed",
      [...SCOPED, planned(1, [1], { completes: true }), ended(1, [], [1])],
      plan(2, 2),
    ],
    ["judges a claim without orders", [...LANDED, planned(2, [], { completes: true })], judge("M1")],
    ["carries out no order of a window that gives one up", ABORTED, judge("M1")],
    ["assesses it", [...ABORTED, judged(1, ["M1"])], assess(1, "abort")],
    ["plans again after a plan that stayed invalid", [...LANDED, ...FAILED_AT_PLAN], plan(3, 3, { window: 3 })],
    [
      "assesses the third failure",
      [...LANDED, ...FAILED_AT_ORDERS, ...FAILED_AT_PLAN, ...FAILED_AGAIN, judged(1, ["M1"])],
      assess(1, "failures"),
    ],
    ["goes on", [...ABORTED, judged(1, ["M1"]), assessed(1, 2, "on_course")], plan(3, 3)],
    ["goes on otherwise", [...ABORTED, judged(1, ["M1"]), assessed(1, 2, "adjust")], plan(3, 3)],
    ["goes on to the next milestone", [...CLAIMED, judged(1), examined(1), reached()], plan(2, 3, { milestone: "M2" })],
    [
      "calls nothing complete whose acceptance fails",
      [...CLAIMED, judged(1, ["M1"]), { ...assessed(1, 1, "complete"), tip: "tip" }],
      plan(2, 3),
    ],
    [
      "examines what passes, whatever its planner gave up",
      [...ABORTED, judged(1)],
      { kind: "examine", milestone: "M1", window: 2 },
    ],
    ["asks the user", STOPPED, { kind: "ask", assessment: 1 }],
    ["asks again until there is an answer", [...STOPPED, finished(6), RESUMED], { kind: "ask", assessment: 1 }],
    ["goes on with the answer", [...STOPPED, decided("question", "answer", "Yes.", NEED)], plan(3, 3)],
    [
      "takes no answer to something else",
      [...STOPPED, decided("question", "answer", "Yes.", "Q1")],
      { kind: "ask", assessment: 1 },
    ],
    ["changes its milestones", RESCOPED, { kind: "scope", assessment: 1 }],
    [
      "has their change approved",
      [...RESCOPED, decided("scope", "approve"), RESUMED],
      { kind: "scope", assessment: 1 },
    ],
    ["goes on with the new ones", [...RESCOPED, scopeTaken(2, "assessment")], plan(3, 3)],
    ["goes on with the old ones if the new are rejected", [...RESCOPED, decided("scope", "reject", "No.")], plan(3, 3)],
    ["goes on with those that the user wrote", [...RESCOPED, RESUMED, scopeTaken(4, "user")], plan(3, 3)],
    ["ends as it ended", [...SCOPED, finished(130)], end(130, "ERROR")],
    [
      "passes once every milestone is reached",
      [started(), scopeTaken(1), ...CLAIMED.slice(2), judged(1), examined(1), reached()],
      end(0, "PASS"),
    ],
    [
      "does not pass while the acceptance of an earlier milestone fails",
      [
        ...[started(), scopeTaken(2), ...CLAIMED.slice(2), judged(1), examined(1), reached()],
        ...[planned(2, [3], { completes: true, milestone: "M2" }), ended(2, [3]), judged(2, ["M1"])],
        assessed(2, 2, "complete", "M2"),
      ],
      plan(3, 4, { milestone: "M2" }),
    ],
  ])("%s", (_, events, step) => {
    expect(nextStep(buildState(events), LIMITS)).toEqual(step);
  });
});

describe("a build with goals", () => {
  const BEGUN = [started(true, ["npm test"]), scopeTaken(1, "user")];
  const FAILING = [...BEGUN, judged(1, ["M1"])];
  const CLAIM = [...FAILING, planned(1, [1], { completes: true }), ended(1, [1])];
  const NO_PLAN = (window: number) => [planned(window, [], { verdict: "FAIL", exit_code: 2 }), judged(1, ["M1"])];
  const reach: BuildStep = { kind: "reach", milestone: "M1", tip: "tip" };
  test.each<[string, readonly EventBody[], BuildStep]>([
    ["takes its scope", BEGUN.slice(0, 1), { kind: "scope", assessment: null }],
    ["runs them before it asks anything", BEGUN, judge("M1")],
    ["is done if they pass, and examines nothing", [...BEGUN, judged(1)], reach],
    ["plans if they fail", FAILING, plan(1, 1)],
    ["runs them once the orders of a window landed", CLAIM, judge("M1")],
    ["believes no claim, and has nobody assess it", [...CLAIM, judged(1, ["M1"])], plan(2, 2)],
    ["needs no claim", [...FAILING, planned(1, [1]), ended(1, [1]), judged(1), examined(1)], reach],
    ["examines what its windows made", [...CLAIM, judged(1)], { kind: "examine", milestone: "M1", window: 1 }],
    ["has nobody assess a third failure", [...FAILING, ...[1, 2, 3].flatMap(NO_PLAN)], plan(4, 1)],
    [
      "goes on with a plan that was told how they stood",
      [...FAILING, begun("plan", 1), RESUMED],
      plan(1, 1, { run: "plan 1" }),
    ],
    ["runs them again after people may have committed", [...FAILING, RESUMED], judge("M1")],
    [
      "plans what its user asked for more, whose acceptance they are too",
      [
        ...CLAIM,
        noted(),
        scopeTaken(2, "user"),
        judged(1),
        planned(2, [2]),
        ended(2, [2]),
        judged(1),
        examined(1),
        reached(),
      ],
      plan(3, 3, { milestone: "M2" }),
    ],
  ])("%s", (_, events, step) => {
    expect(nextStep(buildState(events), LIMITS)).toEqual(step);
  });

  test("a window that only claims counts as one that failed", () => {
    const claims = [1, 2].flatMap((window) => [planned(window, [], { completes: true }), judged(1, ["M1"])]);
    expect(nextStep(buildState([...FAILING, ...claims]), { ...LIMITS, max_replans: 1 }).kind).toBe("bound");
  });
});

describe("a build without a scope", () => {
  const begins = started(false);
  test.each<[string, readonly EventBody[], BuildStep]>([
    ["plans once", [begins], plan(1, 1, { milestone: null })],
    [
      "carries the plan out",
      [begins, planned(1, [1], { milestone: null })],
      { ...carryOut(1), milestone: null } as BuildStep,
    ],
    ["ends as its orders do", [begins, planned(1, [1, 2]), ended(1, [1], [2])], end(1, "FAIL")],
    ["ends as all of them landed", [begins, planned(1, [1, 2]), ended(1, [1, 2])], end(0, "PASS")],
    ["plans a note", [begins, planned(1, [1]), ended(1, [1]), noted()], plan(2, 2, { milestone: null })],
    [
      "plans it once",
      [begins, planned(1, [1]), ended(1, [1]), noted(), planned(2, [], { verdict: "FAIL", exit_code: 2 })],
      end(2, "FAIL"),
    ],
    ["ends as its plan does", [begins, planned(1, [], { verdict: "ERROR", exit_code: 2 })], end(2, "ERROR")],
  ])("%s", (_, events, step) => {
    expect(nextStep(buildState(events), LIMITS)).toEqual(step);
  });
});

describe("a bound", () => {
  const rescopedOnce = [...RESCOPED, scopeTaken(2, "assessment"), planned(3, [], { abort: ABORT }), judged(1, ["M1"])];
  const again = [...rescopedOnce, assessed(2, 3, "rescope")];
  test.each<[string, readonly EventBody[], Partial<typeof LIMITS>, string]>([
    ["of windows", LANDED, { max_rounds: 1 }, "it planned 1 window, the limit of build.max_rounds"],
    ["of orders", LANDED, { max_orders: 2 }, "2 orders landed, the limit of build.max_orders"],
    [
      "of new plans",
      [...LANDED, ...FAILED_AT_ORDERS, ...FAILED_AT_PLAN],
      { max_replans: 1 },
      "M1 was planned again 1 time",
    ],
    ["of changed milestones", again, { max_rescopes: 1 }, "the milestones to come changed 1 time"],
  ])("%s ends the session, and goes on once it is raised", (_, events, limits, message) => {
    const tight = { ...LIMITS, ...limits };
    const step = nextStep(buildState(events), tight);
    if (step.kind !== "bound") throw new Error(step.kind);
    expect(step.bound.message).toContain(message);
    expect(step.bound.hint).toMatch(/LLMCH_BUILD_MAX_[A-Z]+=\d+ llmch resume/);
    const reached: readonly EventBody[] = [...events, { type: "bound_reached", ...step.bound }];
    expect(nextStep(buildState(reached), tight)).toEqual(end(5, "ERROR"));
    const resumed = buildState([...reached, finished(5), RESUMED]);
    expect(nextStep(resumed, tight).kind).toBe("bound");
    expect(nextStep(resumed, LIMITS).kind).toBe(events === again ? "scope" : "plan");
  });

  test("of orders also bounds the window that comes close to it", () => {
    expect(nextStep(buildState(LANDED), { ...LIMITS, max_orders: 4 })).toEqual(plan(2, 3, { mostOrders: 2 }));
  });

  test("counts what is planned again within a milestone, and not what only goes on", () => {
    const replans = (events: readonly EventBody[]) => buildState(events).replans;
    expect(replans([...LANDED, planned(2, [3])])).toBe(0);
    expect(replans([...LANDED, ...FAILED_AT_ORDERS, planned(3, [5])])).toBe(1);
    expect(replans([...CLAIMED, judged(1), assessed(1, 1, "adjust"), planned(2, [3])])).toBe(1);
    const next = [...LANDED, ...FAILED_AT_ORDERS, planned(3, [5], { completes: true }), ended(3, [5]), judged(1)];
    expect(replans([...next, examined(1), reached(), planned(4, [6], { milestone: "M2" })])).toBe(0);
    expect(replans([...FOUND, planned(2, [3])])).toBe(1);
  });
});

test("what stands after a second window is assessed if a milestone may be examined more often", () => {
  const limits = { ...LIMITS, examinations: 3 };
  expect(nextStep(buildState(FOUND_AGAIN), limits)).toEqual(assess(1, "findings"));
  expect(nextStep(buildState([...FOUND_AGAIN, assessed(1, 2, "adjust")]), limits)).toEqual(plan(3, 4));
});

test("a milestone that nobody is to examine is reached once its acceptance passes", () => {
  const reach = { kind: "reach", milestone: "M1", tip: "tip" };
  expect(nextStep(buildState([...CLAIMED, judged(1)]), { ...LIMITS, examines: false })).toEqual(reach);
});
