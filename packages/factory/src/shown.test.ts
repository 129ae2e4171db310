import { answerOf, memoryWorkspace, orderScene } from "@llmch/testkit";
import { expect, test } from "vitest";
import { carryOut } from "./order.ts";

const VERIFIED = { files: { "scripts/verify.sh": "true\n" } };
const FAILING = { "node --check greet.js": { exitCode: 1 } };

test("an order is asked about what it depends on, and judged on all the work that it would land on", async () => {
  const scene = orderScene(VERIFIED);
  const shown = memoryWorkspace({ "scripts/verify.sh": "true\n", "only-shown.txt": "x\n" });
  const outcome = await carryOut(scene.job, { ...scene.ports, shown });
  expect(outcome.kind).toBe("candidate");
  expect(promptsOf(scene)).toEqual([expect.stringContaining("only-shown.txt")]);
  expect(await scene.ports.workspace.trackedFiles()).not.toContain("only-shown.txt");
});

test("after a failure at the gates, the next attempt is asked about the same files again", async () => {
  const replies = ["1", "2"].map((text) => answerOf({ "greet.js": `${text}\n` }));
  const scene = orderScene({ ...VERIFIED, replies, commands: { "node --check greet.js": [{ exitCode: 1 }, {}] } });
  const shown = memoryWorkspace({ "scripts/verify.sh": "true\n", "only-shown.txt": "x\n" });
  const outcome = await carryOut(scene.job, { ...scene.ports, shown });
  expect(outcome).toMatchObject({ kind: "candidate", candidate: { attempt: 2 }, attempts: [{ attempt: 1 }] });
  expect(promptsOf(scene)).toEqual([1, 2].map(() => expect.stringContaining("only-shown.txt")));
});

test("an order that cannot be judged ends before anything is asked", async () => {
  const scene = orderScene(VERIFIED);
  const outcome = await carryOut({ ...scene.job, triesAcceptance: { strict: true } }, scene.ports);
  expect(outcome).toMatchObject({ kind: "failed", brief: { stage: "preflight" } });
  expect(scene.ports.model.requests).toEqual([]);
});

const promptsOf = ({ ports }: ReturnType<typeof orderScene>): readonly string[] =>
  ports.model.requests.map(({ messages }) => messages.map(({ content }) => content).join("\n"));

test("before its turn, an order goes on after a failure before the gates, and ends at their first verdict", async () => {
  const replies = ["no JSON at all", "none again", answerOf({ "greet.js": "1\n" }), "never asked for"];
  const scene = orderScene({ ...VERIFIED, replies, commands: FAILING, maxAttempts: 4 });
  const outcome = await carryOut({ ...scene.job, early: { wantsVerdict: () => true } }, scene.ports);
  expect(outcome).toMatchObject({ kind: "paused", attempts: [{ attempt: 1 }, { attempt: 2 }, { attempt: 3 }] });
  expect(scene.ports.model.requests.map(({ key }) => key)).toEqual([
    ...["WO-01/attempt-1", "WO-01/attempt-2", "WO-01/attempt-3"],
  ]);
});

test("before its turn, no gate runs if nobody waits for the verdict", async () => {
  const scene = orderScene({ ...VERIFIED, commands: FAILING });
  const outcome = await carryOut({ ...scene.job, early: { wantsVerdict: () => false } }, scene.ports);
  expect(outcome).toMatchObject({ kind: "paused", attempts: [] });
  expect(scene.ports.workspace.changes).toEqual([]);
});
