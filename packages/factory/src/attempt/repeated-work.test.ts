import { answerOf, orderScene, type SceneOptions } from "@llmch/testkit";
import { expect, test } from "vitest";
import { orderProgress } from "../course/progress.ts";
import type { OrderJob } from "../job/order-job.ts";
import { carryOut } from "../order.ts";

const WRONG = answerOf({ "greet.js": "wrong\n" });
const ALSO_WRONG = answerOf({ "greet.js": "also wrong\n" });
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
