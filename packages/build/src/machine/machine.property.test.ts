import type { EventBody } from "@llmch/contract";
import fc from "fast-check";
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
  planned,
  RESUMED,
  scopeTaken,
  started,
} from "./journal.fixture.ts";
import type { BuildLimits } from "./next-step.ts";
import { nextStep } from "./next-step.ts";
import { assessmentNeed, type BuildState } from "./state.ts";
import type { BuildStep } from "./step.ts";

/** Decides what happens in a step: the same in the same step of the same world, however often it is begun. */
interface World {
  readonly seed: number;
  readonly limits: BuildLimits;
  readonly scoped: boolean;
  /** Whether it has goals. */
  readonly aims: boolean;
  /** How likely a step is stopped by a person, a budget or a fault before it ends. */
  readonly stopping: number;
  /** How likely people commit to the branch during a step. */
  readonly committing: number;
}

const limits = fc.record({
  ...{ window: fc.integer({ min: 1, max: 4 }), assess_every: fc.integer({ min: 1, max: 5 }) },
  ...{ max_rounds: fc.integer({ min: 1, max: 25 }), max_orders: fc.integer({ min: 1, max: 40 }) },
  ...{ max_replans: fc.integer({ min: 1, max: 4 }), max_rescopes: fc.integer({ min: 1, max: 3 }) },
  ...{ examinations: fc.integer({ min: 1, max: 3 }), examines: fc.boolean() },
});
const worlds = fc.record({
  ...{ seed: fc.nat(), limits, stopping: fc.constantFrom(0, 0.2) },
  committing: fc.constantFrom(0, 0.3),
  aims: fc.boolean(),
  scoped: fc.oneof({ weight: 9, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
});

/** A number from 0 to 1, from the hash of a text. */
const chance = ({ seed }: World, text: string): number => {
  let hash = seed >>> 0;
  for (const character of `${text} ${text}`) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
    hash = (hash ^ (hash >>> 13)) >>> 0;
  }
  return (Math.imul(hash, 0x9e3779b1) >>> 0) / 2 ** 32;
};
const oneOf = <const Value>(world: World, text: string, values: readonly [Value, ...Value[]]): Value =>
  values[Math.floor(chance(world, text) * values.length)] ?? values[0];

/** Steps that are carried out by runs of their own. */
const runOf = (step: BuildStep): EventBody[] => {
  if (step.kind !== "plan" && step.kind !== "carry-out") return [];
  return step.run === null ? [begun(step.kind === "plan" ? "plan" : "run-all", step.window)] : [];
};

const milestonesFrom = (world: World, text: string, done: readonly string[]) => {
  const count = done.length + 1 + Math.floor(3 * chance(world, text));
  return Array.from({ length: count }, (_, index) => ({ id: `M${index + 1}`, outcome: `${text} ${index}` }));
};

const scopeEvents = (
  world: World,
  state: BuildState,
  { assessment }: Extract<BuildStep, { kind: "scope" }>,
): EventBody[] => {
  if (world.aims) return [scopeTaken(1, "user")];
  const name = `scope ${assessment} ${state.said.length}`;
  if (state.said.length < 2 && chance(world, `reject ${name}`) < 0.3) return [decided("scope", "reject", "No.")];
  const done = state.milestones.filter(({ state: stands }) => stands === "done").map(({ id }) => id);
  return [
    decided("scope", "approve"),
    {
      ...{ type: "scope_taken", sha256: name, by: assessment === null ? "model" : "assessment" },
      milestones: milestonesFrom(world, name, done),
    },
  ];
};

const planEvents = (
  world: World,
  { window, milestone, firstOrder, mostOrders }: Extract<BuildStep, { kind: "plan" }>,
): EventBody[] => {
  const orders = Array.from(
    { length: Math.ceil(mostOrders * chance(world, `orders ${window}`)) },
    (_, index) => firstOrder + index,
  );
  const completes = chance(world, `claim ${window}`) < 0.5;
  switch (oneOf(world, `plan ${window}`, ["orders", "orders", "orders", "orders", "invalid", "abort", "claim"])) {
    case "invalid":
      return [planned(window, [], { milestone, verdict: "ERROR", exit_code: 2 })];
    case "abort":
      return [planned(window, [], { milestone, abort: ABORT })];
    case "claim":
      return [planned(window, [], { milestone, completes: true })];
    default:
      return [planned(window, orders, { milestone, completes })];
  }
};

const orderEvents = (
  world: World,
  { lastWindow }: BuildState,
  { window }: Extract<BuildStep, { kind: "carry-out" }>,
): EventBody[] => {
  const numbers = lastWindow?.orders.map(({ id }) => Number(id.slice(3))) ?? [];
  const good =
    chance(world, `run-all ${window}`) < 0.6
      ? numbers.length
      : Math.floor(numbers.length * chance(world, `good ${window}`));
  return [ended(window, numbers.slice(0, good), numbers.slice(good, good + 1), numbers.slice(good + 1))];
};

/** An assessor that is not always right. */
const VERDICTS = ["on_course", "adjust", "complete", "complete", "complete", "rescope", "stop"] as const;
const verdictOf = (world: World, { assessment }: Extract<BuildStep, { kind: "assess" }>) =>
  oneOf(world, `assess ${assessment}`, VERDICTS);

/** Where the branch stands: its last window left it there, or people did since. */
const tipOf = (events: readonly EventBody[]): string => {
  const last = events.findLast(({ type }) => type === "window_ended" || type === "assessed");
  return (last?.type === "window_ended" || last?.type === "assessed" ? last.tip : undefined) ?? "base";
};

/** What a step comes to, event by event. */
const eventsOf = (world: World, state: BuildState, step: BuildStep, tip: string): readonly EventBody[] => {
  switch (step.kind) {
    case "scope":
      return scopeEvents(world, state, step);
    case "plan":
      return [...runOf(step), ...planEvents(world, step)];
    case "carry-out":
      return [...runOf(step), ...orderEvents(world, state, step)];
    case "judge": {
      const milestones = step.milestones.map((id) => ({
        ...{ id, failing: chance(world, `${id} ${tip}`) < 0.2 ? ["show"] : [] },
      }));
      return [{ type: "milestones_judged", tip, milestones }];
    }
    case "assess":
      return [
        {
          ...assessed(step.assessment, state.lastWindow?.window ?? 0, verdictOf(world, step), step.milestone),
          tip: chance(world, `commit ${step.assessment}`) < world.committing ? `by hand ${step.assessment}` : tip,
        },
      ];
    case "examine": {
      const drawn = chance(world, `examine ${state.examinations} ${tip}`);
      const ids = [`F-${state.rounds}1`, `F-${state.rounds}2`, `F-${state.rounds}9`];
      return [examined(0, drawn < 0.5 ? ids.slice(0, Math.floor(8 * drawn)) : [], { milestone: step.milestone, tip })];
    }
    case "decide": {
      const said = step.findings.map(({ id }) =>
        chance(world, id) < 0.5
          ? decided("examination", "reject", "No.", id)
          : decided("examination", "approve", null, id),
      );
      return said;
    }
    case "reach":
      return [{ type: "milestone_reached", milestone: step.milestone, tip: step.tip }];
    case "ask":
      return [decided("question", "answer", "Yes.", assessmentNeed(step.assessment))];
    case "bound":
      return [{ type: "bound_reached", ...step.bound }];
    case "end":
      return [{ ...finished(step.exitCode), verdict: step.verdict }];
  }
};

/** No path is longer: each window has at most a handful of events, and there are few windows. */
const MOST_EVENTS = 2_000;

/** Goes on from a journal until the build ends, through sessions that are stopped. */
const goOn = (
  world: World,
  before: readonly EventBody[],
  look: (state: BuildState, step: BuildStep) => void = () => {},
) => {
  const events = [...before];
  for (let steps = 0; events.length < MOST_EVENTS; steps++) {
    const state = buildState(events);
    const step = nextStep(state, world.limits);
    look(state, step);
    if (step.kind !== "end" && chance(world, `stop ${steps} ${step.kind}`) < world.stopping)
      events.push(...runOf(step), finished(3), RESUMED);
    else events.push(...eventsOf(world, state, step, tipOf(events)));
    if (step.kind === "end") return events;
  }
  throw new Error("it does not end");
};

const begin = ({ scoped, aims }: World): readonly EventBody[] => [
  aims && scoped ? started(true, ["npm test"]) : started(scoped),
];

describe("whatever happens to a build", () => {
  test("it ends within its bounds, and no order lands twice", () => {
    fc.assert(
      fc.property(worlds, (world) => {
        const { max_rounds, max_orders, max_replans, max_rescopes, examinations } = world.limits;
        const events = goOn(world, begin(world), (state, step) => {
          expect(state.rounds).toBeLessThanOrEqual(max_rounds);
          expect(state.landed.length).toBeLessThanOrEqual(max_orders);
          expect(state.replans).toBeLessThanOrEqual(max_replans);
          expect(state.rescopes).toBeLessThanOrEqual(max_rescopes);
          // A person's commits are examined too.
          if (world.committing === 0) expect(state.examinations).toBeLessThanOrEqual(examinations);
          if (step.kind === "plan") expect(step.mostOrders).toBeGreaterThan(0);
        });
        const planned = events.flatMap((event) => (event.type === "window_planned" ? event.orders : []));
        expect(new Set(planned.map(({ id }) => id)).size).toBe(planned.length);
        const landed = events.flatMap((event) => (event.type === "window_ended" ? event.landed : []));
        expect(new Set(landed.map(({ order }) => order)).size).toBe(landed.length);
      }),
      { numRuns: 500 },
    );
  });

  test("it passes only if the acceptance of every milestone passed on its tip", () => {
    let passed = 0;
    fc.assert(
      fc.property(worlds, (world) => {
        const events = goOn({ ...world, scoped: true }, begin({ ...world, scoped: true }));
        const state = buildState(events);
        if (state.finished?.verdict !== "PASS") return;
        passed++;
        // Of goals that held at the start there is nothing to examine.
        if (world.limits.examines && state.rounds > 0) {
          const examinations = events.flatMap((event) => (event.type === "examined" ? [event.milestone] : []));
          expect(state.milestones.filter(({ id }) => !examinations.includes(id))).toEqual([]);
        }
        const last = events.findLast((event) => event.type === "milestones_judged");
        expect(last).toMatchObject({ tip: tipOf(events) });
        expect(last?.type === "milestones_judged" ? last.milestones : []).toEqual(
          state.milestones.map(({ id }) => ({ id, failing: [] })),
        );
      }),
      { numRuns: 1_000 },
    );
    expect(passed).toBeGreaterThan(20);
  });

  test("a journal that was cut anywhere goes on to the same state", () => {
    fc.assert(
      fc.property(worlds, fc.array(fc.nat(), { minLength: 1, maxLength: 4 }), (drawn, cuts) => {
        const world = { ...drawn, stopping: 0 };
        const whole = goOn(world, begin(world));
        const cut = cuts.reduce(
          (events, at) => goOn(world, [...events.slice(0, 1 + (at % events.length)), RESUMED]),
          whole,
        );
        expect(buildState(cut)).toEqual(buildState(whole));
      }),
      { numRuns: 500 },
    );
  });
});
