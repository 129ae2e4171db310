import type { EventBody, JsonValue } from "@llmch/contract";
import { answerOf, type OrderScene, orderScene, type SceneOptions } from "@llmch/testkit";
import { describe, expect, test } from "vitest";
import { carryOut, type OrderOutcome } from "./order.ts";

const carry = ({ job, ports }: OrderScene): Promise<OrderOutcome> =>
  carryOut(job, { message: "WO-01: Greet by name\n", branch: "factory/adhoc/run", baseline: "base-commit" }, ports);

const GOOD = answerOf({ "greet.js": "export const greet = 1;\n" });
const VERIFIED = { files: { "scripts/verify.sh": "true\n" } };
const types = (events: readonly EventBody[]) =>
  events.map((event) => ("step" in event ? `${event.type} ${event.step}` : event.type));

describe("an attempt that passes", () => {
  test("is committed with its own writes, pushed, and leaves the worktree clean", async () => {
    const scene = orderScene({ ...VERIFIED, remote: "origin" });
    const { ledger, workspace } = scene.ports;
    const outcome = await carry(scene);

    expect(outcome).toMatchObject({
      kind: "passed",
      commit: { commit: "commit-1", tree: "tree-1" },
      aftermath: null,
      attempts: [
        {
          attempt: 1,
          verdict: "PASS",
          stage: null,
          summary: "Did as the order says.",
          touched_files: ["greet.js"],
          repo_drift: [],
          failure_brief: null,
        },
      ],
    });
    expect(workspace.commits).toMatchObject([{ message: "WO-01: Greet by name\n", changes: [{ path: "greet.js" }] }]);
    expect([...workspace.files.keys()].sort()).toEqual(["greet.js", "scripts/verify.sh"]);
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
      "step_started finalize",
      "committing",
      "committed",
      "pushed",
      "step_finished finalize",
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

  test("says what the commands changed besides, and does not commit it", async () => {
    const scene: OrderScene = orderScene({
      commands: {
        "node --check greet.js": () => {
          scene.ports.workspace.put("stray.txt", "left behind");
          return {};
        },
      },
    });
    const outcome = await carry(scene);
    expect(outcome.attempts[0]?.repo_drift).toEqual(["stray.txt"]);
    expect(scene.ports.ledger.events).toContainEqual(
      expect.objectContaining({ type: "committed", files: ["greet.js"], drift: ["stray.txt"] }),
    );
    expect(scene.ports.workspace.commits[0]?.changes.map(({ path }) => path)).toEqual(["greet.js"]);
    expect([...scene.ports.workspace.files.keys()]).toEqual(["greet.js"]);
  });

  test("is no pass where the commit fails", async () => {
    const scene = orderScene({ faults: { commit: "the branch moved" } });
    const outcome = await carry(scene);
    expect(outcome).toMatchObject({ kind: "not-committed", reason: "the branch moved" });
    expect(outcome.attempts.map(({ verdict }) => verdict)).toEqual(["ERROR"]);
    expect(types(scene.ports.ledger.events).slice(-2)).toEqual(["step_finished finalize", "rolled_back"]);
    expect(scene.ports.workspace.files.size).toBe(0);
    expect(scene.ports.workspace.pushes()).toBe(0);
  });

  const full = new Error("the disk is full");
  const failAt = (type: EventBody["type"]) => (event: EventBody) => {
    if (event.type === type) throw full;
  };
  test.each<[string, SceneOptions]>([
    ["the worktree cannot be cleaned", { faults: { resetAfterCommit: full } }],
    ["the commit cannot be recorded", { onEvent: failAt("committed") }],
    ["the push cannot be recorded", { remote: "origin", onEvent: failAt("pushed") }],
  ])("stays one, with an aftermath, where %s", async (_, options) => {
    const outcome = await carry(orderScene(options));
    expect(outcome).toMatchObject({ kind: "passed", commit: { commit: "commit-1" }, aftermath: "the disk is full" });
  });

  test.each<[string, SceneOptions, readonly EventBody[]]>([
    [
      "a failed push is a warning",
      { faults: { push: "refused" } },
      [{ type: "warning", message: "the push failed: refused" }],
    ],
    ["no remote is no warning", {}, []],
    ["a push is said", { remote: "origin" }, [{ type: "pushed", remote: "origin" }]],
  ])("%s", async (_, options, expected) => {
    const scene = orderScene(options);
    expect(await carry(scene)).toMatchObject({ kind: "passed", aftermath: null });
    expect(scene.ports.ledger.events.filter(({ type }) => type === "warning" || type === "pushed")).toEqual(expected);
  });
});

describe("a retry", () => {
  test("is told of every attempt before it, and passes", async () => {
    const scene = orderScene({
      replies: ["no JSON at all", GOOD, GOOD],
      commands: { "node --check greet.js": [{ exitCode: 1, stderrTail: "unexpected token" }, {}] },
    });
    const outcome = await carry(scene);
    expect(outcome.kind).toBe("passed");
    expect(outcome.attempts.map(({ verdict, stage }) => [verdict, stage])).toEqual([
      ["FAIL", "llm_output_invalid"],
      ["FAIL", "acceptance_failed"],
      ["PASS", null],
    ]);
    const { requests } = scene.ports.model;
    expect(requests.map(({ key }) => key)).toEqual(["WO-01/attempt-1", "WO-01/attempt-2", "WO-01/attempt-3"]);
    expect(requests[1]?.prompt).toMatch(/It answered:\n--- begin answer \w+\nno JSON at all\n/);
    expect(requests[2]?.prompt).toContain("stage: llm_output_invalid");
    expect(requests[2]?.prompt).toContain("unexpected token");
    expect(requests[2]?.prompt).toContain(GOOD);
    expect(requests[2]?.prompt.match(/begin answer/g)).toHaveLength(1);
  });

  test("starts from the baseline again", async () => {
    const files = { "greet.js": "old\n" };
    const answer = answerOf({ "greet.js": "new\n" }, files);
    const commands = { "node --check greet.js": [{ exitCode: 1 }, {}] };
    const scene = orderScene({ files, replies: [answer, answer], commands });
    expect((await carry(scene)).kind).toBe("passed");
  });

  test("has artifacts of its own", async () => {
    const scene = orderScene({ replies: ["?", GOOD] });
    await carry(scene);
    const folders = [...scene.ports.ledger.artifacts.keys()].map((name) => name.split("/")[0]);
    expect(new Set(folders)).toEqual(new Set(["attempt_1", "attempt_2"]));
  });

  test.each([1, 2, 5])("is not made past --max-attempts %i", async (maxAttempts) => {
    const scene = orderScene({ replies: Array(6).fill("?"), maxAttempts });
    const outcome = await carry(scene);
    expect(outcome).toMatchObject({ kind: "failed", brief: { stage: "llm_output_invalid" } });
    expect(scene.ports.model.requests).toHaveLength(maxAttempts);
  });
});

test("the model's answer is recorded as it came, also where it is no object", async () => {
  const rawOf = async (answer: string): Promise<JsonValue | undefined> => {
    const scene = orderScene({ replies: [answer], maxAttempts: 1 });
    await carry(scene);
    return scene.ports.ledger.artifacts.get("attempt_1/raw_llm_response.json");
  };
  expect(await rawOf("plain words")).toEqual({ text: "plain words" });
  expect(await rawOf("[1]")).toEqual({ text: "[1]" });
  expect(await rawOf('```json\n{"summary": 1, "more": true}\n```')).toEqual({ summary: 1, more: true });
});

test("what could not be recorded is not committed", async () => {
  const scene = orderScene(VERIFIED);
  const ledger = { ...scene.ports.ledger, settle: () => Promise.reject(new Error("the disk is full")) };
  await expect(carry({ ...scene, ports: { ...scene.ports, ledger } })).rejects.toThrow("the disk is full");
  expect(scene.ports.workspace.commits).toEqual([]);
});
