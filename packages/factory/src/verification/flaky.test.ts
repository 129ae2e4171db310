import type { ModelReply } from "@llmch/contract";
import { answerOf, orderScene, type SceneOptions } from "@llmch/testkit";
import { expect, test } from "vitest";
import { carryOut } from "../order.ts";

const VERIFY = "bash scripts/verify.sh";
const FILES = { "scripts/verify.sh": "pytest\n" };
const PAGER = [
  "_____________________________ test_pager_breaks_pipe _____________________________",
  "E   AssertionError: assert 0 == 141",
  "tests/test_utils.py:12: AssertionError",
];
const REAL = [
  "_______________ test_greets _______________",
  "E   assert 1 == 2",
  "tests/test_greet.py:3: AssertionError",
];
const failed = (...tests: readonly (readonly string[])[]) => ({
  exitCode: 1,
  stdoutTail: [`${"=".repeat(20)} FAILURES ${"=".repeat(20)}`, ...tests.flat()].join("\n"),
});
const GOOD = answerOf({ "greet.js": "export const greet = 1;\n" });

const carry = async (commands: SceneOptions["commands"], replies: readonly (string | ModelReply)[] = [GOOD]) => {
  const scene = orderScene({ files: FILES, commands: commands ?? {}, replies, maxAttempts: replies.length });
  const outcome = await carryOut(scene.job, scene.ports);
  const { artifacts, events } = scene.ports.ledger;
  const ran = scene.ports.commands.ran.map(({ argv }) => argv.join(" "));
  const warnings = events.flatMap((event) => (event.type === "warning" ? [event.message] : []));
  return { outcome, artifacts, warnings, ran, events, workspace: scene.ports.workspace };
};

test("a test that fails one time of two costs no attempt, and is reported", async () => {
  const { outcome, artifacts, warnings, ran, events } = await carry({ [VERIFY]: [failed(PAGER), {}] });
  expect(outcome).toMatchObject({ kind: "candidate", candidate: { attempt: 1 }, attempts: [] });
  expect(ran).toEqual([VERIFY, VERIFY, "node --check greet.js"]);
  const flaky = ["test_pager_breaks_pipe  (tests/test_utils.py)"];
  expect(warnings).toEqual([`flaky: ${flaky[0]} failed one time of two on the same tree (${VERIFY})`]);
  expect(artifacts.get("attempt_1/verify_result.json")).toMatchObject({
    ok: true,
    flaky,
    commands: [
      { ok: false, exit_code: 1, flaky, again: { ok: true, stdout_path: "attempt_1/verify_0_again_stdout.txt" } },
    ],
  });
  expect(events).toContainEqual(expect.objectContaining({ type: "command_finished", again: true, ok: true }));
});

test("only failures of both runs are held against the attempt", async () => {
  const { outcome } = await carry({ [VERIFY]: [failed(PAGER, REAL), failed(REAL)] });
  expect(outcome).toMatchObject({ kind: "failed", brief: { stage: "verify_failed", exit_code: 1 } });
  const excerpt = outcome.kind === "failed" ? outcome.brief.primary_error_excerpt : "";
  expect(excerpt).toContain("test_greets");
  expect(excerpt).not.toContain("test_pager");
});

test.each([
  ["fail", failed(PAGER), failed(REAL)],
  ["fail, as all of them would", failed(REAL), failed(PAGER)],
])(
  "a command that never passes is held against the attempt, though other tests %s each time",
  async (_, first, second) => {
    const { outcome, warnings } = await carry({ [VERIFY]: [first, second] });
    expect(outcome).toMatchObject({ kind: "failed", brief: { stage: "verify_failed", command: VERIFY } });
    expect(warnings).toEqual([expect.stringContaining("failed one time of two on the same tree")]);
  },
);

test.each([
  ["reached its limit", { ending: "timed-out", exitCode: null }],
  ["was killed", { ending: "killed", exitCode: null, signal: "SIGKILL" }],
  ["did not start", { ending: "not-started", exitCode: null, startFault: "ENOENT" }],
] as const)("a command that %s is not run again", async (_, ending) => {
  const { outcome, ran } = await carry({ [VERIFY]: [ending, {}] });
  expect(outcome.kind).toBe("failed");
  expect(ran).toEqual([VERIFY]);
});

test("the second run starts from the same tree as the first", async () => {
  const seen: (readonly string[])[] = [];
  const files = { ...FILES, "package.json": '{"scripts": {"test": "x"}}' };
  const scene = orderScene({
    files,
    commands: {
      [VERIFY]: () => {
        seen.push([...scene.ports.workspace.files.keys()].sort());
        scene.ports.workspace.put("made-by-the-test.txt", "");
        return failed(REAL);
      },
    },
    maxAttempts: 1,
  });
  expect((await carryOut(scene.job, scene.ports)).kind).toBe("failed");
  expect(seen[0]).toContain("greet.js");
  expect(seen[1]).toEqual(seen[0]);
});

test("the second run also has what an earlier command makes", async () => {
  const files = { "api/go.mod": "", "web/package.json": '{"scripts": {"test": "x"}}' };
  const scene = orderScene({ files, commands: { "npm test": [failed(PAGER), {}] } });
  expect((await carryOut(scene.job, scene.ports)).kind).toBe("candidate");
  const ran = scene.ports.commands.ran.map(({ argv }) => argv.join(" "));
  expect(ran.slice(0, 4)).toEqual(["go test ./...", "npm test", "go test ./...", "npm test"]);
});

test("acceptance commands run after a failed verification, and the next attempt sees the result", async () => {
  const prompts: string[] = [];
  const scene = orderScene({
    files: FILES,
    order: { acceptance_commands: ["first", "second", "third"] },
    commands: { [VERIFY]: [failed(REAL), failed(REAL), {}], second: [{ exitCode: 1 }, {}] },
    replies: [
      GOOD,
      ({ prompt }) => {
        prompts.push(prompt);
        return GOOD;
      },
    ],
  });
  const outcome = await carryOut(scene.job, scene.ports);
  expect(outcome).toMatchObject({ kind: "candidate", candidate: { attempt: 2 } });
  expect(scene.ports.ledger.artifacts.get("attempt_1/acceptance_result.json")).toMatchObject({
    ok: false,
    informational: true,
    commands: [{ ok: true }, { ok: false }, { ok: true }],
  });
  expect(scene.ports.ledger.artifacts.get("attempt_1/failure_brief.json")).toMatchObject({
    stage: "verify_failed",
    acceptance: { passed: ["first", "third"], failed: ["second"] },
  });
  expect(prompts[0]).toContain('of 3 acceptance commands these passed: "first", "third"; these failed: "second"');
});

test("acceptance commands that pass do not save an attempt whose verification failed", async () => {
  const { outcome } = await carry({ [VERIFY]: failed(REAL) });
  expect(outcome).toMatchObject({
    kind: "failed",
    brief: { stage: "verify_failed", acceptance: { passed: ["node --check greet.js"], failed: [] } },
  });
});
