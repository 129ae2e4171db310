import { answerOf, orderScene, type SceneOptions } from "@llmch/testkit";
import { describe, expect, test } from "vitest";
import { orderProgress } from "../course/progress.ts";
import { carryOut, type PreviousSession } from "../order.ts";

const FAILS = { exitCode: 1 };
const COMPILED = { planner_run_id: "01ARZ3NDEKTSV4RRFFQ69G5FAV", format: 2 };
const COMMANDS = ["node --check greet.js", "node greet.js"];
const [CHECKS, RUNS] = ["node --check greet.js", "node greet.js"] as const;

interface Carried extends SceneOptions {
  readonly strict?: boolean;
  readonly before?: PreviousSession;
}

const carry = async ({ strict = false, before, ...options }: Carried) => {
  const order = { acceptance_commands: COMMANDS, ...options.order };
  const scene = orderScene({ maxAttempts: 1, ...options, order });
  const job = { ...scene.job, triesAcceptance: { strict } };
  const outcome = await carryOut(job, scene.ports, before);
  const { artifacts, events } = scene.ports.ledger;
  return {
    outcome,
    artifacts,
    events,
    tried: events.filter(({ type }) => type === "acceptance_tried"),
    warnings: events.flatMap((event) => (event.type === "warning" ? [event.message] : [])),
    asked: scene.ports.model.requests.length,
    ran: scene.ports.commands.ran.map(({ stdout }) => stdout.replace("_stdout.txt", "")),
  };
};

describe("an acceptance that can fail", () => {
  test("is tried until one command fails, and is recorded before anything is asked", async () => {
    const { outcome, ran, tried, artifacts, events, warnings } = await carry({
      commands: { [RUNS]: [FAILS, {}] },
      order: { provenance: COMPILED, acceptance_commands: [...COMMANDS, "never tried"] },
    });
    expect(outcome.kind).toBe("candidate");
    expect(ran.slice(0, 3)).toEqual(["baseline_acceptance_0", "baseline_acceptance_1", "attempt_1/acceptance_0"]);
    expect(tried).toMatchObject([{ baseline: "base-commit", failed: RUNS }]);
    expect(artifacts.get("baseline_acceptance.json")).toMatchObject({
      failed: RUNS,
      commands: [
        { command: CHECKS, ok: true },
        { command: RUNS, ok: false, exit_code: 1 },
      ],
    });
    expect(warnings).toEqual([]);
    const typeOf = events.map(({ type }) => type);
    expect(typeOf.indexOf("acceptance_tried")).toBeLessThan(typeOf.indexOf("step_finished"));
  });

  test.each<[string, NonNullable<SceneOptions["order"]>, number]>([
    ["ends the order before anything is asked", {}, 0],
    ["is the order's to mend if it may write a manifest", { allowed_files: ["greet.js", "package.json"] }, 1],
    ["is the order's to mend if it may install", { derive: [{ command: "npm install", files: ["lock.json"] }] }, 1],
  ])("what it cannot fetch from a registry %s", async (_, order, asked) => {
    const unreached = { exitCode: 1, stderrTail: "npm error request to https://registry.npmjs.org/jest: EAI_AGAIN\n" };
    const told = await carry({ order, commands: { [CHECKS]: [unreached, {}] } });
    expect(told.asked).toBe(asked);
    expect(JSON.stringify(told.outcome).includes("must reach registry.npmjs.org, and cannot")).toBe(asked === 0);
  });

  test.each<[string, object]>([
    ["a command that takes too long", { ending: "timed-out", exitCode: null }],
    ["a program that is missing", { ending: "not-started", exitCode: null, startFault: "no such program" }],
    ["a signal that ends it", { ending: "killed", exitCode: null, signal: "SIGSEGV" }],
  ])("because of %s", async (_, ending) => {
    const { outcome, tried } = await carry({
      commands: { [CHECKS]: [ending, {}] },
      order: { provenance: COMPILED },
    });
    expect(outcome.kind).toBe("candidate");
    expect(tried).toMatchObject([{ failed: CHECKS }]);
  });

  test("is tried only for the first attempt", async () => {
    const { ran, tried } = await carry({
      maxAttempts: 2,
      replies: ["no JSON", answerOf({ "greet.js": "1" })],
      commands: { [CHECKS]: [FAILS, {}] },
    });
    expect(ran.filter((name) => name.startsWith("baseline"))).toEqual(["baseline_acceptance_0"]);
    expect(tried).toHaveLength(1);
  });
});

describe("an acceptance that holds before the work", () => {
  test.each<[string, Carried]>([
    ["ends an order of a plan that was compiled to be held to it", { order: { provenance: COMPILED } }],
    ["ends an exempt one too", { order: { provenance: COMPILED, verify_exempt: true } }],
    ["ends any order if warnings are errors", { strict: true }],
  ])("%s, and nothing is asked", async (_, options) => {
    const { outcome, asked, tried, artifacts, warnings } = await carry(options);
    expect(outcome).toMatchObject({
      kind: "failed",
      brief: {
        stage: "preflight",
        primary_error_excerpt: expect.stringMatching(
          /^\[W221\] the acceptance holds before the work.*`node greet\.js`.*already_true_because.*plan revise/,
        ),
      },
      attempts: [{ stage: "preflight", verdict: "FAIL" }],
    });
    expect(asked).toBe(0);
    expect(tried).toMatchObject([{ failed: null }]);
    expect(artifacts.has("baseline_acceptance.json")).toBe(true);
    expect(warnings).toEqual([]);
  });

  test("is a warning for an order that was written by hand, or compiled before", async () => {
    for (const provenance of [null, { planner_run_id: "01ARZ3NDEKTSV4RRFFQ69G5FAV" }]) {
      const { outcome, warnings } = await carry({ order: { provenance } });
      expect(outcome.kind).toBe("candidate");
      expect(warnings).toEqual([expect.stringMatching(/^\[W221\] WO-01: the acceptance holds before the work/)]);
    }
  });

  test("is fine for an order that says why, and then is not tried", async () => {
    const order = { provenance: COMPILED, already_true_because: "The order only moves code." };
    const { outcome, ran, tried } = await carry({ order, strict: true });
    expect(outcome.kind).toBe("candidate");
    expect([ran, tried]).toEqual([["attempt_1/acceptance_0", "attempt_1/acceptance_1"], []]);
    const blank = await carry({ order: { ...order, already_true_because: "  " } });
    expect(blank.outcome).toMatchObject({ kind: "failed", brief: { stage: "preflight" } });
  });

  test("is not tried if a precondition does not hold", async () => {
    const { ran } = await carry({ order: { preconditions: [{ kind: "file_exists", path: "never.js" }] } });
    expect(ran).toEqual([]);
  });
});

describe("a result that the journal already has", () => {
  const goingOn = async (order: NonNullable<Carried["order"]>, commands: Carried["commands"]) => {
    const first = await carry({ order, commands: commands ?? {}, replies: ["no JSON"] });
    return { progress: orderProgress(first.events), answers: new Map() };
  };
  const second = { maxAttempts: 2, replies: [answerOf({ "greet.js": "1" })] };

  test("is not tried again", async () => {
    const before = await goingOn({}, { [CHECKS]: FAILS });
    const { outcome, ran, tried } = await carry({ ...second, before });
    expect(outcome.kind).toBe("candidate");
    expect([ran, tried]).toEqual([["attempt_2/acceptance_0", "attempt_2/acceptance_1"], []]);
  });

  test("ends the order again, without running a command", async () => {
    const before = await goingOn({ provenance: COMPILED }, {});
    const { outcome, ran } = await carry({ ...second, before, order: { provenance: COMPILED } });
    expect(outcome).toMatchObject({ kind: "failed", brief: { stage: "preflight" } });
    expect(ran).toEqual([]);
  });

  test.each<[string, (progress: PreviousSession["progress"]) => Partial<PreviousSession["progress"]>, Carried]>([
    ["of other commands", () => ({}), { order: { acceptance_commands: ["node greet.js --new"] } }],
    ["of another baseline", ({ tried }) => ({ tried: tried === null ? null : { ...tried, baseline: "another" } }), {}],
  ])("%s is ignored", async (_, changed, options) => {
    const before = await goingOn({}, { [CHECKS]: FAILS });
    const progress = { ...before.progress, ...changed(before.progress) };
    const { tried } = await carry({ ...second, ...options, before: { ...before, progress } });
    expect(tried).toHaveLength(1);
  });
});

test("a stop during the trial ends the order, with nothing asked or recorded", async () => {
  const { outcome, asked, tried, artifacts } = await carry({
    commands: { [CHECKS]: { ending: "interrupted", exitCode: null } },
  });
  expect(outcome.kind).toBe("interrupted");
  expect([asked, tried, artifacts.has("baseline_acceptance.json")]).toEqual([0, [], false]);
});
