import type { EventBody, FailureBrief, Stage } from "@llmch/contract";
import { answerOf, orderScene } from "@llmch/testkit";
import { describe, expect, test } from "vitest";
import { carryOut, type PreviousSession } from "./order.ts";
import { orderProgress } from "./progress.ts";

const PLAN = "base-commit";
const BRIEF: FailureBrief = {
  stage: "verify_failed",
  command: null,
  exit_code: null,
  primary_error_excerpt: "no",
  constraints_reminder: "",
};

const begun = (attempt: number): EventBody => ({ type: "attempt_started", attempt, max_attempts: 5 });
const failedAt = (attempt: number, stage: Stage = "verify_failed"): EventBody => ({
  type: "attempt_failed",
  attempt,
  brief: { ...BRIEF, stage },
  touched_files: ["greet.js"],
  duration_ms: 7,
});
const rolledBack: EventBody = { type: "rolled_back", baseline: "base-commit" };
const intended = (attempt: number): EventBody => ({
  type: "committing",
  attempt,
  branch: "work",
  from: "base-commit",
  summary: "Done.",
  files: ["greet.js"],
  drift: [],
});
const committed: EventBody = {
  type: "committed",
  commit: "c",
  tree: "t",
  branch: "work",
  files: ["greet.js"],
  drift: [],
};
const finished = (verdict: "PASS" | "FAIL" | "ERROR"): EventBody => ({
  type: "run_finished",
  verdict,
  exit_code: 0,
  duration_ms: 1,
});
const resumed: EventBody = { type: "resumed", format: 2, from_seq: 1 };

describe("the last safe step by the journal", () => {
  test.each<[string, readonly EventBody[], object]>([
    ["nothing", [], { next: 1, intent: null, committed: null, verdict: null, failed: [] }],
    ["an attempt that was broken off", [begun(1)], { next: 1, failed: [] }],
    ["an attempt that failed", [begun(1), failedAt(1)], { next: 2, failed: [{ attempt: 1, stage: "verify_failed" }] }],
    ["the one after it broken off", [begun(1), failedAt(1), rolledBack, begun(2)], { next: 2 }],
    [
      "one that the proposal was not at fault for",
      [begun(1), failedAt(1, "exception"), rolledBack],
      { next: 1, failed: [] },
    ],
    ["a commit that was begun", [begun(1), intended(1)], { next: 1, intent: { from: "base-commit" }, committed: null }],
    ["a commit that failed", [begun(1), intended(1), rolledBack], { intent: null }],
    [
      "a commit that stands",
      [begun(1), intended(1), committed],
      { intent: {}, committed: { commit: "c" }, verdict: null },
    ],
    ["the end", [begun(1), intended(1), committed, finished("PASS")], { verdict: "PASS" }],
    ["an end that was gone on from", [begun(1), failedAt(1), finished("FAIL"), resumed], { next: 2, verdict: null }],
  ])("%s", (_name, events, expected) => {
    expect(orderProgress(events)).toMatchObject(expected);
  });
});

const ORDER = { acceptance_commands: ["accept"] };
const WRONG = answerOf({ "greet.js": "wrong\n" });
const RIGHT = answerOf({ "greet.js": "right\n" });

/** Carries out an order up to its n-th event, at which the process is assumed to die. */
const dieAt = async (
  n: number,
): Promise<{ readonly events: readonly EventBody[]; readonly asked: readonly string[] }> => {
  const scene = orderScene({
    order: ORDER,
    replies: [WRONG, RIGHT],
    commands: { accept: [{ exitCode: 1 }, {}] },
    onEvent: () => {
      if (scene.ports.ledger.events.length === n) throw new Error("killed");
    },
  });
  await carryOut(scene.job, PLAN, scene.ports).catch(() => null);
  return { events: scene.ports.ledger.events, asked: scene.ports.model.requests.map(({ key }) => key) };
};

test("whatever event a run dies at, going on asks for no attempt again that failed, and ends as if nothing had been", async () => {
  const whole = await dieAt(-1);
  expect(whole.asked).toEqual(["WO-01/attempt-1", "WO-01/attempt-2"]);
  for (let n = 0; n < whole.events.length; n++) {
    const { events } = await dieAt(n);
    const progress = orderProgress(events);
    if (progress.intent !== null) continue;
    const earlier: PreviousSession = { progress, answers: new Map([[1, WRONG]]) };
    const scene = orderScene({
      order: ORDER,
      replies: [WRONG, RIGHT].slice(progress.next - 1),
      commands: { accept: progress.next === 1 ? [{ exitCode: 1 }, {}] : {} },
    });
    const outcome = await carryOut(scene.job, PLAN, scene.ports, earlier);
    expect(outcome).toMatchObject({
      kind: "candidate",
      attempts: [{ attempt: 1, verdict: "FAIL" }],
      candidate: { attempt: 2 },
    });
    expect(scene.ports.model.requests[0]?.key).toBe(`WO-01/attempt-${progress.next}`);
    if (progress.next === 2) expect(scene.ports.model.requests[0]?.prompt).toContain("Attempt 1 failed.");
  }
});

test("attempts that are used up are not made, and more of them are", async () => {
  const progress = orderProgress([begun(1), failedAt(1), rolledBack, begun(2), failedAt(2), rolledBack]);
  const earlier: PreviousSession = { progress, answers: new Map() };
  const used = orderScene({ maxAttempts: 2 });
  expect(await carryOut(used.job, PLAN, used.ports, earlier)).toMatchObject({ kind: "failed", attempts: [{}, {}] });
  expect(used.ports.model.requests).toEqual([]);
  const more = orderScene({ maxAttempts: 3, stopOnRepeat: true });
  expect(await carryOut(more.job, PLAN, more.ports, earlier)).toMatchObject({ kind: "candidate", attempts: [{}, {}] });
});

test("an order ends once it fails as before, where that is asked for", async () => {
  const commands = { accept: { exitCode: 1 } };
  const scene = orderScene({ order: ORDER, replies: [WRONG, WRONG, WRONG], commands, stopOnRepeat: true });
  expect(await carryOut(scene.job, PLAN, scene.ports)).toMatchObject({ kind: "failed", attempts: [{}, {}] });
});
