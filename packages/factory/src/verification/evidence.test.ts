import { answerOf, orderScene, type SceneOptions } from "@llmch/testkit";
import { describe, expect, test } from "vitest";
import type { OrderJob } from "../job/order-job.ts";
import { carryOut } from "../order.ts";
import { evidenceOf, mayAddTests } from "./evidence.ts";

const told = (command: string, ran: number | null) => ({ command, ran, skipped: 0 });
const ORDER = {
  acceptance_commands: ["node a.mjs", { command: "node b.mjs", hidden: true }, { command: "node c.mjs" }],
};

describe("an order rests on", () => {
  test.each([
    ["no test without a command", [], 0],
    [
      "no test, if a syntax check is all that does not tell",
      [told("python -m compileall -q .", null), told("pytest", 0)],
      0,
    ],
    ["no test, if all is syntax", [told("cmake -S . -B build", null), told("bash -n a.sh (in tools/)", null)], 0],
    ["no test, if the others lint", [told("npx eslint .", null), told("uv run mypy", null), told("node --test", 0)], 0],
    ["tests that a script counts for itself", [told("node lint.js", null), told("node --test", 0)], null],
    ["what passed", [{ ...told("npm test", 7), failed: 2 }, told("node lint.js", null)], 5],
    ["no number, if more failed than tests ran", [{ ...told("npm test", 1), failed: 3 }], null],
    ["what its runners count", [told("python -m compileall -q .", null), told("python -m pytest -q", 7)], 7],
    ["tests that nobody counts", [told("make test", null)], null],
    ["tests that nobody counts, beside a runner without", [told("make test", null), told("node --test", 0)], null],
  ] as const)("%s", (_, commands, tests) => {
    expect(evidenceOf(ORDER, { tests: commands })).toEqual({ tests, acceptance: 2, hidden: 1 });
  });
});

test.each<[readonly string[], boolean, ...string[]]>([
  [["src/a.ts", "src/a.test.ts"], true],
  [["package.json"], true],
  [["src/lib.rs"], true, "cargo test"],
  [["src/lib.rs"], false, "node --test"],
  [["src/a.ts", "README.md"], false, "node --test"],
  [["src/a.ts"], false],
  [["src/a.ts"], true, "npx vitest run"],
  [["src/a.py"], true, "python -m pytest -q"],
  [["src/a.py"], false, "python -m compileall -q ."],
  [["src/a.go"], false, "go test ./..."],
  [["tests/data.json"], false, "npm test"],
])("what an order may write may add tests: %j is %s by %s", (allowed_files, expected, ...commands) => {
  const ran = commands.map((command) => told(command, 0));
  expect(mayAddTests({ allowed_files: [...allowed_files] }, ran)).toBe(expected);
});

describe("--strict without a test", () => {
  const SOME = { stdoutTail: "# tests 3\n# pass 3\n# fail 0\n" };
  const carry = async (options: SceneOptions, job: Partial<OrderJob> = { needsTests: true }) => {
    const scene = orderScene(options);
    const outcome = await carryOut({ ...scene.job, ...job }, scene.ports);
    return { outcome, asked: scene.ports.model.requests.length };
  };
  const ANSWERS = [answerOf({ "greet.js": "1" }), answerOf({ "greet.js": "2" })];

  test("ends an order that may write none after one attempt", async () => {
    const { outcome, asked } = await carry({ replies: ANSWERS });
    expect(outcome).toMatchObject({ kind: "failed", brief: { stage: "verify_failed" } });
    expect(asked).toBe(1);
  });

  test("is told to an author who may write one", async () => {
    const order = { allowed_files: ["greet.js", "greet.test.js"] };
    const { outcome, asked } = await carry({ order, replies: ANSWERS, maxAttempts: 2 });
    expect(outcome).toMatchObject({
      brief: { stage: "verify_failed", primary_error_excerpt: "no test ran: --strict refuses that" },
    });
    expect(asked).toBe(2);
  });

  test("is refused before anything is asked if the baseline has none either", async () => {
    const baseline = async () => ({ tree: "t", recall: async () => null, keep: async () => {} });
    const { outcome, asked } = await carry({ replies: ANSWERS }, { needsTests: true, baseline });
    expect(outcome).toMatchObject({ kind: "failed", brief: { stage: "preflight" } });
    expect(asked).toBe(0);
  });

  test.each<[string, SceneOptions, Partial<OrderJob>]>([
    ["without it", {}, {}],
    ["of an order that its user let be exempt", { order: { verify_exempt: true } }, { needsTests: true }],
    [
      "where tests ran",
      { files: { "scripts/verify.sh": "" }, commands: { "bash scripts/verify.sh": SOME } },
      { needsTests: true },
    ],
    ["where nobody counts", { files: { "scripts/verify.sh": "" } }, { needsTests: true }],
  ])("passes %s", async (_, options, job) => {
    expect((await carry(options, job)).outcome.kind).toBe("candidate");
  });
});
