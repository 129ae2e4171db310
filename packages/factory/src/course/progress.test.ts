import type { EventBody, FailureBrief, Stage } from "@llmch/contract";
import { answerOf, orderScene } from "@llmch/testkit";
import { describe, expect, test } from "vitest";
import { carryOut, type PreviousSession } from "../order.ts";
import { orderProgress } from "./progress.ts";

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
  evidence: { tests: null, acceptance: 1, hidden: 0 },
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
    [
      "one whose model could not be asked",
      [begun(1), failedAt(1), rolledBack, begun(2), failedAt(2, "model_unavailable"), rolledBack],
      { next: 2, failed: [{ attempt: 1 }] },
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
  await carryOut(scene.job, scene.ports).catch(() => null);
  return { events: scene.ports.ledger.events, asked: scene.ports.model.requests.map(({ key }) => key) };
};

test("whichever event a run dies at, resuming repeats no failed attempt, and ends as if nothing had happened", async () => {
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
    const outcome = await carryOut(scene.job, scene.ports, earlier);
    expect(outcome).toMatchObject({
      kind: "candidate",
      attempts: [{ attempt: 1, verdict: "FAIL" }],
      candidate: { attempt: 2 },
    });
    expect(scene.ports.model.requests[0]?.key).toBe(`WO-01/attempt-${progress.next}`);
    if (progress.next === 2) expect(scene.ports.model.requests[0]?.prompt).toContain("Attempt 1 failed.");
  }
});

test("no attempt is made beyond the limit, but raising the limit allows more", async () => {
  const progress = orderProgress([begun(1), failedAt(1), rolledBack, begun(2), failedAt(2), rolledBack]);
  const earlier: PreviousSession = { progress, answers: new Map() };
  const used = orderScene({ maxAttempts: 2 });
  expect(await carryOut(used.job, used.ports, earlier)).toMatchObject({ kind: "failed", attempts: [{}, {}] });
  expect(used.ports.model.requests).toEqual([]);
  const more = orderScene({ maxAttempts: 3, stopOnRepeat: true });
  expect(await carryOut(more.job, more.ports, earlier)).toMatchObject({ kind: "candidate", attempts: [{}, {}] });
});

test("an order ends when a failure repeats, if the settings say so", async () => {
  const commands = { accept: { exitCode: 1 } };
  const scene = orderScene({ order: ORDER, replies: [WRONG, WRONG, WRONG], commands, stopOnRepeat: true });
  expect(await carryOut(scene.job, scene.ports)).toMatchObject({ kind: "failed", attempts: [{}, {}] });
});

describe("an order that was revised", () => {
  const objection = { reason: "No.", needs: [], contradiction: null, blocked_by: ["a.js"] };
  const objectedAt = (attempt: number): EventBody => ({
    type: "attempt_failed",
    attempt,
    brief: { ...BRIEF, stage: "objected", objection },
    touched_files: [],
    duration_ms: 1,
  });
  const proposed = (revision: number, sha256: string | null = `sha-${revision}`): EventBody => ({
    ...{ type: "revision_proposed", revision, order: "WO-01", from_sha256: "sha-0", work_order_sha256: sha256 },
    ...{ errors: [], warnings: [] },
  });
  const revised = (revision: number): EventBody => ({
    ...{ type: "order_revised", revision, order: "WO-01", from_sha256: "sha-0", work_order_sha256: `sha-${revision}` },
    ...{ asked: true, mark: null, members: ["intent", "acceptance_commands"], commands: ["node new.js"] },
  });
  const first = [begun(1), failedAt(1), begun(2), objectedAt(2), rolledBack, finished("FAIL")];

  test("keeps its objection until the revision, and the last proposed revision waits", () => {
    expect(orderProgress(first).objection).toEqual(objection);
    expect(orderProgress(first)).toMatchObject({ next: 3, proposed: null, revised: null, before: 0 });
    const asked = orderProgress([...first, resumed, proposed(1), proposed(2, null), proposed(3), finished("FAIL")]);
    expect(asked).toMatchObject({ revisions: 3, proposed: { revision: 3 }, revised: null });
    expect(asked.objection).toEqual(objection);
  });

  test("counts its own attempts, and drops the objection", () => {
    const progress = orderProgress([...first, resumed, proposed(1), revised(1), finished("FAIL")]);
    expect(progress).toMatchObject({ next: 3, before: 2, proposed: null, revised: { revision: 1 } });
    expect(progress.objection).toBeNull();
    const again = orderProgress([...first, revised(1), begun(3), objectedAt(3)]);
    expect(again.objection).toEqual(objection);
  });

  test("drops a proposed revision when an attempt follows", () => {
    const progress = orderProgress([...first, proposed(1), begun(3)]);
    expect(progress).toMatchObject({ revisions: 1, proposed: null });
    expect(progress.objection).toBeNull();
  });

  test("gets as many attempts as a new one", async () => {
    const scene = orderScene({ replies: ["no", "no", "no"], maxAttempts: 2 });
    const progress = orderProgress([...first, revised(1)]);
    const outcome = await carryOut(scene.job, scene.ports, { progress, answers: new Map() });
    expect(outcome.attempts.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4]);
    expect(scene.ports.ledger.events[0]).toMatchObject({ type: "attempt_started", attempt: 3, max_attempts: 4 });
    const prompt = scene.ports.model.requests[0]?.prompt;
    expect(prompt).toContain("The order was revised after attempt 2");
    expect(prompt).toContain("Revised: `intent`, `acceptance_commands`. These acceptance commands are revised");
    expect(prompt).toContain('"node new.js"');
  });
});

test("files requested beyond the limit are not shown to later attempts either", () => {
  const asks = (turn: number): EventBody => ({
    type: "objected",
    attempt: 1,
    turn,
    objection: { reason: "No.", needs: [`${turn}.js`], contradiction: null, blocked_by: [] },
  });
  const { asked } = orderProgress([begun(1), asks(1), asks(2), asks(1), asks(3), asks(4)]);
  expect(asked.map(({ turn }) => turn).sort()).toEqual([1, 2, 3]);
});
