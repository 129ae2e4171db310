import { answerOf, orderScene, type SceneOptions } from "@llmch/testkit";
import { expect, test } from "vitest";
import { orderProgress } from "../course/progress.ts";
import type { OrderJob } from "../job/order-job.ts";
import { carryOut } from "../order.ts";

const WRONG = answerOf({ "greet.js": "wrong\n" });
const ALSO_WRONG = answerOf({ "greet.js": "also wrong\n" });
const RIGHT = answerOf({ "greet.js": "right\n" });
const FAILS = { accept: { exitCode: 1 } };

const sceneOf = (replies: NonNullable<SceneOptions["replies"]>, options: SceneOptions = {}) =>
  orderScene({ order: { acceptance_commands: ["accept"] }, commands: FAILS, stopOnRepeat: true, replies, ...options });

const ran = (scene: ReturnType<typeof sceneOf>): number =>
  scene.ports.ledger.events.filter(({ type }) => type === "command_started").length;

test("the same changes a second time end the order, and are not judged again", async () => {
  const scene = sceneOf([WRONG, WRONG, WRONG]);
  const outcome = await carryOut(scene.job, scene.ports);
  expect(outcome).toMatchObject({ kind: "failed", brief: { stage: "acceptance_failed" }, attempts: [{}, {}] });
  expect(ran(scene)).toBe(1);
  expect(scene.ports.ledger.events).toContainEqual({
    type: "warning",
    message: expect.stringContaining("same changes"),
  });
});

test("other changes that fail alike use all attempts, and so do the same ones if that is asked for", async () => {
  const other = sceneOf([WRONG, ALSO_WRONG, WRONG], { maxAttempts: 3 });
  expect((await carryOut(other.job, other.ports)).attempts).toHaveLength(3);
  const asked = sceneOf([WRONG, WRONG, WRONG], { maxAttempts: 3, stopOnRepeat: false });
  expect((await carryOut(asked.job, asked.ports)).attempts).toHaveLength(3);
  expect([ran(other), ran(asked)]).toEqual([3, 3]);
});

const OTHER = answerOf({ "other.js": "1\n" });
const STALE = WRONG.replace(/"base_sha256":(null|"[^"]*")/, `"base_sha256":"${"0".repeat(64)}"`);
const withSummary = (answer: string, summary: string) => JSON.stringify({ ...JSON.parse(answer), summary });

const IDLE = "it changes nothing. Its last words: ";
const GOOD = { kind: "candidate" };
const failedAt = (stage: string) => ({ kind: "failed", brief: { stage } });
const atOnce = (stage: string) => ({
  ...failedAt(stage),
  endedBy: "repeat",
  attempts: [{ attempt: 1 }, { attempt: 2 }],
});

test.each([
  ["no JSON", ["Sorry.", "Sorry."], atOnce("llm_output_invalid")],
  ["what lies outside", [OTHER, OTHER], atOnce("write_scope_violation")],
  ["the same in other words", [OTHER, withSummary(OTHER, "Again.")], atOnce("write_scope_violation")],
  ["a base that does not stand", [STALE, STALE], atOnce("stale_context")],
  ["an idle agent", [`${IDLE}First.`, `${IDLE}Second.`], atOnce("llm_output_invalid")],
  ["one that is refused in two ways", [OTHER, "Sorry.", "No."], failedAt("llm_output_invalid")],
  ["one that comes back after another", ["Sorry.", "No.", "Sorry."], failedAt("llm_output_invalid")],
  ["a good one after a bad one", ["Sorry.", RIGHT], GOOD],
])("an answer that is refused before its work: %s", async (_, replies, expected) => {
  const scene = sceneOf(replies, { maxAttempts: 3, commands: {} });
  const outcome = await carryOut(scene.job, scene.ports);
  expect(outcome).toMatchObject(expected);
  expect("endedBy" in outcome).toBe("endedBy" in expected);
  expect(scene.ports.model.requests).toHaveLength(replies.length);
});

test("the rule can be turned off, and waits for a row of the escalation table, for refused answers too", async () => {
  const off = sceneOf(["Sorry.", "Sorry.", RIGHT], { maxAttempts: 3, commands: {}, stopOnRepeat: false });
  expect(await carryOut(off.job, off.ports)).toMatchObject(GOOD);
  const scene = sceneOf(["Sorry.", "Sorry.", RIGHT], { maxAttempts: 3, commands: {} });
  const row = { after: "any", failures: 2, do: "model", model: "strong", usd: null } as const;
  expect(await carryOut({ ...scene.job, escalation: [row] }, scene.ports)).toMatchObject(GOOD);
});

test("one no is one no: the rejected work is not shown again, and a no without a word ends the order", async () => {
  const scene = sceneOf([RIGHT, withSummary(RIGHT, "Again."), RIGHT], { maxAttempts: 3, commands: {} });
  const shown: string[] = [];
  const no = (text: string | null) => async () => {
    shown.push("work");
    return { kind: "rejected" as const, text };
  };
  const outcome = await carryOut(scene.job, { ...scene.ports, approve: no("Greet the world.") });
  expect(outcome).toMatchObject(atOnce("rejected"));
  expect([shown, ran(scene)]).toEqual([["work"], 1]);
  const silent = sceneOf([RIGHT, RIGHT], { commands: {} });
  const ended = await carryOut(silent.job, { ...silent.ports, approve: no(null) });
  expect(ended).toMatchObject({ ...failedAt("rejected"), attempts: [{ attempt: 1 }] });
  expect("endedBy" in ended).toBe(false);
});

test("a rejected second round counts too: the review before it asks nothing again", async () => {
  const note = { severity: "major", path: "greet.js", line: 1, claim: "No.", evidence: "It is.", command: null };
  const [notes, none] = [[note], []].map((each) => JSON.stringify({ summary: "Read.", notes: each }));
  const round = [ALSO_WRONG, notes ?? "", RIGHT, none ?? ""];
  const scene = sceneOf([...round, ...round, RIGHT], { maxAttempts: 3, commands: {}, review: {} });
  const approve = async () => ({ kind: "rejected" as const, text: "No." });
  expect(await carryOut(scene.job, { ...scene.ports, approve })).toMatchObject(atOnce("rejected"));
});

test("an author that gets stuck twice in the same way ends the order", async () => {
  const scene = sceneOf([]);
  const author = {
    isAsked: "always" as const,
    work: async () => ({ kind: "stuck" as const, why: "in circles", isLast: false }),
  };
  expect(await carryOut(scene.job, { ...scene.ports, author })).toMatchObject(atOnce("stuck"));
});

test("a record that went on is not cut short", async () => {
  const scene = sceneOf(["Sorry.", "Sorry.", RIGHT], { maxAttempts: 3, commands: {} });
  const job: OrderJob = { ...scene.job, stopOnRepeat: (_, attempt) => attempt !== 2 };
  expect(await carryOut(job, scene.ports)).toMatchObject({ kind: "candidate", candidate: { attempt: 3 } });
});

test("a command that did not end by itself says nothing about the next time", async () => {
  const scene = sceneOf([WRONG, WRONG], { commands: { accept: [{ ending: "timed-out", exitCode: null }, {}] } });
  expect(await carryOut(scene.job, scene.ports)).toMatchObject({ kind: "candidate", candidate: { attempt: 2 } });
});

test("a row of the escalation table that is due comes first; the same row again changes nothing", async () => {
  const scene = sceneOf([WRONG, WRONG, WRONG, WRONG, WRONG]);
  const row = { after: "any", failures: 2, do: "model", model: "strong", usd: null } as const;
  const job: OrderJob = { ...scene.job, escalation: [row] };
  const outcome = await carryOut(job, scene.ports);
  // The second repeats the first; then the other model gets its own two.
  expect(outcome.attempts.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4]);
  expect(ran(scene)).toBe(2);
});

test("a later session judges the same changes again: the user may have mended what failed", async () => {
  const first = sceneOf([WRONG], { maxAttempts: 1 });
  await carryOut(first.job, first.ports);
  const events = first.ports.ledger.events;
  expect(orderProgress(events).failedWork).not.toBeNull();
  const progress = orderProgress([...events, { type: "resumed", format: 2, from_seq: 1 }]);
  const again = sceneOf([WRONG], { commands: { accept: {} } });
  const outcome = await carryOut(again.job, again.ports, { progress, answers: new Map([[1, WRONG]]) });
  expect(outcome).toMatchObject({ kind: "candidate", candidate: { attempt: 2 } });
});
