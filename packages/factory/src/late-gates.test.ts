import type { AcceptedChange } from "@llmch/contract";
import { answerOf, memoryWorkspace, orderScene } from "@llmch/testkit";
import { expect, test } from "vitest";
import { carryOut } from "./order.ts";

const VERIFIED = { files: { "scripts/verify.sh": "true\n" } };

test("late gates are entered once per attempt, after the answer, and left however they end", async () => {
  const scene = orderScene({ ...VERIFIED, commands: { "node --check greet.js": { exitCode: 1 } } });
  const told: string[] = [];
  const gates = {
    areLate: true,
    enter: async (changes: readonly AcceptedChange[] | null) => {
      const paths = changes?.map(({ path }) => path);
      told.push(`entered after ${scene.ports.model.requests.length} questions with ${paths}`);
      expect(scene.ports.workspace.changes).toHaveLength(0);
      return (passed: boolean) => {
        told.push(passed ? "passed" : "left");
      };
    },
    mayGoOn: async () => false,
  };
  const job = { ...scene.job, isAhead: true };
  const outcome = await carryOut(job, { ...scene.ports, gates });
  expect(outcome).toMatchObject({ kind: "paused", attempts: [{ attempt: 1, stage: "acceptance_failed" }] });
  expect(told).toEqual(["entered after 1 questions with greet.js", "left"]);
});

test("after a failure at the gates, the next attempt starts from the workspace's current state, if they allow it", async () => {
  const replies = ["1", "2"].map((text) => answerOf({ "greet.js": `${text}\n` }));
  const commands = { "node --check greet.js": [{ exitCode: 1 }, {}] };
  const scene = orderScene({ ...VERIFIED, replies, commands });
  const told: string[] = [];
  const gates = {
    areLate: true,
    enter: async () => {
      told.push("entered");
      return () => {};
    },
    mayGoOn: async () => {
      told.push(`may go on after ${scene.ports.workspace.changes.length} changes`);
      return true;
    },
  };
  const outcome = await carryOut({ ...scene.job, isAhead: true }, { ...scene.ports, gates });
  expect(outcome).toMatchObject({ kind: "candidate", candidate: { attempt: 2 }, attempts: [{ attempt: 1 }] });
  expect(told).toEqual(["entered", "may go on after 1 changes", "entered"]);
});

test("a failure before the gates always allows another attempt, one at the gates may not", async () => {
  const replies = ["no JSON at all", "none again", answerOf({ "greet.js": "1\n" }), "never asked for"];
  const scene = orderScene({
    ...VERIFIED,
    replies,
    commands: { "node --check greet.js": { exitCode: 1 } },
    maxAttempts: 4,
  });
  const gates = { areLate: true, enter: async () => () => {}, mayGoOn: async () => false };
  const outcome = await carryOut({ ...scene.job, isAhead: true }, { ...scene.ports, gates });
  expect(outcome).toMatchObject({ kind: "paused", attempts: [{ attempt: 1 }, { attempt: 2 }, { attempt: 3 }] });
  expect(scene.ports.model.requests.map(({ key }) => key)).toEqual([
    ...["WO-01/attempt-1", "WO-01/attempt-2", "WO-01/attempt-3"],
  ]);
});

test("gates learn that they passed, and get no changes if commands make some of them", async () => {
  const scene = orderScene(VERIFIED);
  const told: string[] = [];
  const gates = {
    areLate: true,
    enter: async (changes: readonly AcceptedChange[] | null) => {
      told.push(changes === null ? "entered" : "entered with changes");
      return (passed: boolean) => {
        told.push(passed ? "passed" : "left");
      };
    },
  };
  const outcome = await carryOut(scene.job, { ...scene.ports, gates });
  expect(outcome.kind).toBe("candidate");
  const fixes = [{ command: "npx prettier --write", files: [] }];
  await carryOut({ ...scene.job, fixes }, { ...orderScene(VERIFIED).ports, gates });
  expect(told).toEqual(["entered with changes", "passed", "entered", expect.any(String)]);
});

test("an order that cannot be judged where its gates run ends there, even after an answer", async () => {
  const scene = orderScene(VERIFIED);
  const entered: string[] = [];
  const gates = {
    areLate: true,
    enter: async () => {
      entered.push(...scene.ports.model.requests.map(({ key }) => key));
      return () => {};
    },
  };
  const triesAcceptance = { strict: true };
  const outcome = await carryOut({ ...scene.job, triesAcceptance }, { ...scene.ports, gates });
  expect(outcome).toMatchObject({ kind: "failed", brief: { stage: "preflight" } });
  expect(entered).toEqual(["WO-01/attempt-1"]);
});

test("a prompt shows the view, but the work is done in the workspace", async () => {
  const scene = orderScene({ files: { "other.js": "of another order\n", "scripts/verify.sh": "true\n" } });
  const view = memoryWorkspace({ "scripts/verify.sh": "true\n" });
  const outcome = await carryOut(scene.job, { ...scene.ports, view });
  expect(outcome.kind).toBe("candidate");
  expect(scene.ports.model.requests[0]?.prompt).not.toContain("other.js");
  expect([...scene.ports.workspace.files.keys()]).toContain("other.js");
});
