import type { EventBody } from "@llmch/contract";
import { answerOf, type OrderScene, orderScene } from "@llmch/testkit";
import type { JsonValue } from "@llmch/text";
import { describe, expect, test } from "vitest";
import type { OrderOutcome } from "./job/outcome.ts";
import { carryOut } from "./order.ts";

const carry = ({ job, ports }: OrderScene): Promise<OrderOutcome> => carryOut(job, ports);

const GOOD = answerOf({ "greet.js": "export const greet = 1;\n" });
const VERIFIED = { files: { "scripts/verify.sh": "true\n" } };
const types = (events: readonly EventBody[]) =>
  events.map((event) => ("step" in event ? `${event.type} ${event.step}` : event.type));

describe("an attempt that passes", () => {
  test("is a candidate with its own writes, and a tree for a commit", async () => {
    const scene = orderScene(VERIFIED);
    const { ledger, workspace } = scene.ports;
    const outcome = await carry(scene);

    expect(outcome).toMatchObject({
      kind: "candidate",
      candidate: {
        attempt: 1,
        base: "base-commit",
        tree: "tree-1",
        changes: [{ path: "greet.js" }],
        ...{ summary: "Did as the order says.", drift: [] },
      },
      attempts: [],
    });
    expect(workspace.sealed).toMatchObject([{ tree: "tree-1", changes: [{ path: "greet.js" }] }]);
    expect(types(ledger.events)).toEqual([
      "attempt_started",
      "step_started propose",
      "step_finished propose",
      "step_started validate",
      "step_finished validate",
      "step_started apply",
      "step_finished apply",
      "step_started verify",
      "command_started",
      "command_finished",
      "step_finished verify",
      "step_started accept",
      "command_started",
      "command_finished",
      "step_finished accept",
    ]);
    expect([...ledger.artifacts.keys()].sort()).toEqual([
      "attempt_1/acceptance_result.json",
      "attempt_1/proposed_writes.json",
      "attempt_1/raw_llm_response.json",
      "attempt_1/se_prompt.txt",
      "attempt_1/verify_result.json",
      "attempt_1/write_result.json",
    ]);
  });

  test("reports what else the commands changed, and keeps it out of the tree", async () => {
    const scene: OrderScene = orderScene({
      commands: {
        "node --check greet.js": () => {
          scene.ports.workspace.put("stray.txt", "left behind");
          return {};
        },
      },
    });
    expect(await carry(scene)).toMatchObject({ candidate: { drift: ["stray.txt"] } });
    expect(scene.ports.workspace.sealed[0]?.changes.map(({ path }) => path)).toEqual(["greet.js"]);
  });

  test("is not a candidate if its tree cannot be written", async () => {
    const scene = orderScene({ faults: { seal: "the disk is full" } });
    const outcome = await carry(scene);
    expect(outcome).toMatchObject({ kind: "not-committed", reason: "the disk is full" });
    expect(outcome.attempts.map(({ verdict }) => verdict)).toEqual(["ERROR"]);
    expect(types(scene.ports.ledger.events).slice(-1)).toEqual(["rolled_back"]);
    expect(scene.ports.workspace.files.size).toBe(0);
  });
});

describe("a retry", () => {
  test("sees a report of every earlier attempt, and passes", async () => {
    const scene = orderScene({
      replies: ["no JSON at all", GOOD, GOOD],
      commands: { "node --check greet.js": [{ exitCode: 1, stderrTail: "unexpected token" }, {}] },
    });
    const outcome = await carry(scene);
    expect(outcome.kind).toBe("candidate");
    expect(outcome.attempts.map(({ verdict, stage }) => [verdict, stage])).toEqual([
      ["FAIL", "llm_output_invalid"],
      ["FAIL", "acceptance_failed"],
    ]);
    const { requests } = scene.ports.model;
    expect(requests.map(({ key }) => key)).toEqual(["WO-01/attempt-1", "WO-01/attempt-2", "WO-01/attempt-3"]);
    expect(requests[1]?.prompt).toMatch(/It answered:\n--- begin answer \w+\nno JSON at all\n/);
    expect(requests[2]?.prompt).toContain("stage: llm_output_invalid");
    expect(requests[2]?.prompt).toContain("unexpected token");
    expect(requests[2]?.prompt).toContain("It made these changes:");
    expect(requests[2]?.prompt).toContain("+export const greet = 1;");
    expect(requests[2]?.prompt).not.toContain("begin answer");
  });

  test("starts from the baseline again", async () => {
    const files = { "greet.js": "old\n" };
    const answer = answerOf({ "greet.js": "new\n" }, files);
    const commands = { "node --check greet.js": [{ exitCode: 1 }, {}] };
    const scene = orderScene({ files, replies: [answer, answer], commands });
    expect((await carry(scene)).kind).toBe("candidate");
  });

  test("has its own artifacts", async () => {
    const scene = orderScene({ replies: ["?", GOOD] });
    await carry(scene);
    const folders = [...scene.ports.ledger.artifacts.keys()].map((name) => name.split("/")[0]);
    expect(new Set(folders)).toEqual(new Set(["attempt_1", "attempt_2"]));
  });

  test.each([1, 2, 5])("does not exceed --max-attempts %i", async (maxAttempts) => {
    const scene = orderScene({ replies: Array(6).fill("?"), maxAttempts });
    const outcome = await carry(scene);
    expect(outcome).toMatchObject({ kind: "failed", brief: { stage: "llm_output_invalid" } });
    expect(scene.ports.model.requests).toHaveLength(maxAttempts);
  });
});

test("the model's answer is recorded verbatim, even if it is not an object", async () => {
  const rawOf = async (answer: string): Promise<JsonValue | undefined> => {
    const scene = orderScene({ replies: [answer], maxAttempts: 1 });
    await carry(scene);
    return scene.ports.ledger.artifacts.get("attempt_1/raw_llm_response.json");
  };
  expect(await rawOf("plain words")).toEqual({ text: "plain words" });
  expect(await rawOf("[1]")).toEqual({ text: "[1]" });
  expect(await rawOf('```json\n{"summary": 1, "more": true}\n```')).toEqual({ summary: 1, more: true });
});
