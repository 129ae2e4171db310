import { answerOf, orderScene } from "@llmch/testkit";
import { describe, expect, test } from "vitest";
import type { BaselineMemory } from "../job/order-job.ts";
import { carryOut } from "../order.ts";

const NPM = "npm test";
const A_TEST = 'test("a", () => {});\n';
const FILES = { "package.json": '{"scripts": {"test": "node --test"}}', "a.test.js": A_TEST, "x.js": "1\n" };

/** What node's runner prints, in its TAP form or only its numbers. */
const node = (ran: number, skipped = 0, names: readonly string[] = []) => ({
  stdoutTail: [
    ...names.map((name, index) => `ok ${index + 1} - ${name}`),
    ...[`# tests ${ran + skipped}`, `# skipped ${skipped}`],
  ].join("\n"),
});

/** Carries an order out that writes files, and tells what it found weakened. */
const carry = async (
  before: object,
  after: object,
  written: Record<string, string>,
  more: Record<string, string> = {},
  strict = false,
) => {
  const paths = Object.keys(written);
  const scene = orderScene({
    ...{ maxAttempts: 1, files: { ...FILES, ...more } },
    order: { allowed_files: paths, postconditions: [], acceptance_commands: ["node --check x.js"] },
    replies: [answerOf(written, { ...FILES, ...more })],
    commands: { [NPM]: [before, after] },
  });
  const memory: BaselineMemory = { tree: "tree-0", recall: async () => null, keep: async () => {} };
  const outcome = await carryOut({ ...scene.job, strict, baseline: async () => memory }, scene.ports);
  return outcome.kind === "candidate" ? outcome.candidate.tests : outcome;
};

const WRITTEN = { "x.js": "2\n" };

describe("tests that ran before the order", () => {
  test.each<[what: string, before: object, after: object, lost: readonly string[]]>([
    ["as many", node(3), node(3), []],
    ["more", node(3), node(5), []],
    ["a file renamed", node(2, 0, ["a", "b"]), node(2, 0, ["b", "a"]), []],
    ["names with numbers that change", node(1, 0, ["a on port 81"]), node(1, 0, ["a on port 9"]), []],
    ["deleted, or in code that is dead", node(3), node(1), ["2 tests that ran before do not"]],
    ["by name", node(2, 0, ["a", "b"]), node(1, 0, ["a"]), ["1 test that ran before does not: b"]],
    [
      "by name with its number",
      node(3, 0, ["keeps-zero-1", "keeps-zero-418", "keeps-zero-7"]),
      node(2, 0, ["keeps-zero-1", "keeps-zero-7"]),
      ["1 test that ran before does not: keeps-zero-418"],
    ],
    ["skipped", node(3), node(2, 1), ["1 test that ran before does not"]],
    ["skipped beside new ones", node(3), node(4, 1), ["1 test more is skipped"]],
    ["only: one of three", node(3), node(1, 2), ["2 tests that ran before do not"]],
    [
      "others in their place",
      node(2, 0, ["a", "b"]),
      node(2, 0, ["a", "c"]),
      ["no test that passes is called so any more: b"],
    ],
    ["a script that tells nothing", node(3), {}, ["3 tests that ran before do not"]],
    ["nothing told before", {}, node(3), []],
  ])("%s", async (_, before, after, lost) => {
    expect(await carry(before, after, WRITTEN)).toEqual({ changed: [], lost, weakened: lost });
  });

  test("are counted by the words of their files only where no runner tells", async () => {
    const skipped = { "a.test.js": 'test.skip("a", () => {});\n' };
    const lost = ["a.test.js skips, expects to fail or runs alone 1 more"];
    expect(await carry({}, {}, skipped)).toEqual({ changed: ["a.test.js"], lost, weakened: lost });
    const moved = { "a.test.js": "for (const name of NAMES) test(name, () => {});\n" };
    expect(await carry(node(3), node(3), moved)).toEqual({ changed: ["a.test.js"], lost: [], weakened: [] });
  });

  test.each(["todo", "skip", "fails"])("are not as many as they seem if an order marks one: %s", async (mark) => {
    const lost = ["a.test.js skips, expects to fail or runs alone 1 more"];
    const marked = { "a.test.js": `test.${mark}("a", () => {});\n` };
    expect(await carry(node(3), node(3), marked)).toEqual({ changed: ["a.test.js"], lost, weakened: lost });
  });
});

describe("files that decide what verifies the repo", () => {
  test.each([
    ["a script of the package", { "package.json": '{"scripts": {"test": "node --test", "pretest": "true"}}' }, {}],
    ["a new configuration", { "jest.config.js": "1;\n" }, {}],
    [
      "what a script calls",
      { "scripts/run.js": "1;\n" },
      { "scripts/run.js": "0;\n", Makefile: "x:\n\tnode scripts/run.js\n" },
    ],
  ])("%s", async (_, written, more) => {
    const [path] = Object.keys(written);
    const kept = await carry(node(3), node(3), written, more);
    expect(kept).toEqual({ changed: [path], lost: [], weakened: [`${path} decides what verifies the repo`] });
  });

  const CALLING = { "package.json": '{"scripts": {"test": "sh ci/all.sh"}}', "ci/all.sh": "node test/run.js\n" };
  test.each<[string, string, string, readonly string[]]>([
    ["whatever its name", "test/run.js", "exit(1);\n", ["test/run.js decides what verifies the repo"]],
    ["unless its cases are counted", "test/run.js", A_TEST, []],
    ["and no file beside it", "test/other.js", "exit(1);\n", []],
  ])("the file that a script runs, %s", async (_, path, text, weakened) => {
    const kept = await carry(node(3), node(3), { [path]: `${text}//\n` }, { ...CALLING, [path]: text });
    expect(kept).toEqual({ changed: [path], lost: [], weakened });
  });

  test("a dependency decides nothing", async () => {
    const written = { "package.json": '{"scripts": {"test": "node --test"}, "dependencies": {"left": "1"}}' };
    expect(await carry(node(3), node(3), written)).toEqual({ changed: [], lost: [], weakened: [] });
  });
});

test("strict refuses what is weakened, and tells the author", async () => {
  const refused = await carry(node(3), node(2), WRITTEN, {}, true);
  const primary_error_excerpt = "1 test that ran before does not: --strict refuses that";
  expect(refused).toMatchObject({ kind: "failed", brief: { stage: "verify_failed", primary_error_excerpt } });
  const config = await carry(node(3), node(3), { "conftest.py": "1\n" }, {}, true);
  expect(config).toMatchObject({ kind: "failed", brief: { stage: "verify_failed" } });
  expect(await carry(node(3), node(4), WRITTEN, {}, true)).toMatchObject({ weakened: [] });
});
