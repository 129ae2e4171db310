import { NO_CHOICES } from "@llmch/languages";
import { answerOf, orderScene, type SceneOptions } from "@llmch/testkit";
import { describe, expect, test } from "vitest";
import type { BaselineMemory, OrderJob } from "../job/order-job.ts";
import { carryOut } from "../order.ts";

const NPM = "npm test";
const PACKAGE = { "package.json": '{"scripts": {"test": "vitest run"}}' };
const NONE = { exitCode: 1, stdoutTail: "\nNo test files found, exiting with code 1\n" };
const EMPTY = { exitCode: 0, stdoutTail: "\nNo test files found, exiting with code 0\n" };
const vitest = (...files: readonly string[]) => ({
  stdoutTail: [
    ...files.map((file) => ` ✓ ${file} (1 test) 2ms`),
    "",
    ` Test Files  ${files.length} passed (${files.length})`,
    `      Tests  ${files.length} passed (${files.length})`,
  ].join("\n"),
});
const pytest = (count: number) => ({ stdoutTail: `....  [100%]\n${count} passed in 0.02s` });

const carry = async (options: SceneOptions, more: Partial<OrderJob> = {}) => {
  const scene = orderScene({ maxAttempts: 1, ...options });
  const memory: BaselineMemory = { tree: "tree-0", recall: async () => null, keep: async () => {} };
  const outcome = await carryOut({ ...scene.job, baseline: async () => memory, ...more }, scene.ports);
  const { artifacts, events } = scene.ports.ledger;
  return {
    kind: outcome.kind,
    why: outcome.kind === "failed" ? `${outcome.brief.stage}: ${outcome.brief.primary_error_excerpt}` : null,
    warnings: events.flatMap((event) => (event.type === "warning" ? [event.message] : [])),
    baseline: artifacts.get("baseline_verification.json"),
  };
};

/** An order that writes a test file. */
const writing = (
  path: string,
  text: string,
  commands: SceneOptions["commands"],
  files: Record<string, string> = {},
  acceptance = "node --test x.js y.test.js",
) =>
  carry({
    files: { ...PACKAGE, ...files },
    order: { allowed_files: [path], postconditions: [], acceptance_commands: [acceptance] },
    replies: [answerOf({ [path]: text })],
    commands: commands ?? {},
  });

const A_TEST = 'import { test } from "vitest";\ntest("a", () => {});\n';
const HAS_TESTS = { ...PACKAGE, "a.test.js": A_TEST };

describe("a command that runs no test", () => {
  test("passes where there are no test files, whatever its exit code says of that", async () => {
    const { kind, warnings, baseline } = await carry({ files: PACKAGE, commands: { [NPM]: NONE } });
    expect([kind, warnings]).toEqual(["candidate", []]);
    expect(baseline).toMatchObject({ ok: true, tests: [{ command: NPM, ran: 0, skipped: 0 }] });
  });

  test("is said at the baseline where there are, and does not pass if its exit code says so", async () => {
    const idle = `${NPM} ran no test, though there is a.test.js: it verifies nothing, and excuses nothing`;
    const red = await carry({ files: HAS_TESTS, commands: { [NPM]: NONE } });
    expect(red.warnings).toContain(idle);
    expect(red.why).toMatch(/^verify_failed: /);
    const green = await carry({ files: HAS_TESTS, commands: { [NPM]: EMPTY } });
    expect([green.kind, green.warnings]).toEqual(["candidate", [idle]]);
  });

  test.each<[string, Record<string, string>, SceneOptions["commands"], RegExp | null]>([
    ["npm test", HAS_TESTS, {}, /^npm test prints no count of its tests, .*: name in verify\.commands a runner/],
    [
      "pytest",
      { "pyproject.toml": "", "test_a.py": "def test_a(): ...\n" },
      {},
      /^python -m pytest -q prints .* one `-q` less/,
    ],
    ["a command beside one that counts", HAS_TESTS, { [NPM]: vitest("a.test.js") }, null],
    [
      "go test",
      { "go.mod": "module a\n", "a_test.go": "package a\n" },
      { "go test ./...": { stdoutTail: "ok  \ta\t0.1s" } },
      null,
    ],
    ["a program without test files", PACKAGE, {}, null],
  ])("is told with the cure if it only does not say so: %s", async (_, files, commands, warning) => {
    const { kind, warnings } = await carry({ files, commands: commands ?? {} });
    expect([kind, warnings]).toEqual(["candidate", warning === null ? [] : [expect.stringMatching(warning)]]);
  });

  test("is held against an order before which it ran some", async () => {
    const { why } = await carry({ files: HAS_TESTS, commands: { [NPM]: [vitest("a.test.js"), EMPTY] } });
    expect(why).toBe(`verify_failed: \`${NPM}\` ran no test, and ran some before this order`);
  });

  const MAKE = { Makefile: "test:\n\tsh test/all.sh\n", "test/all_test.py": A_TEST };
  const UP_TO_DATE = { stdoutTail: "make: 'test' is up to date.\n" };
  const NINJA = { stdoutTail: "ninja: no work to do.\n" };
  test.each<[string, string, SceneOptions["commands"], string | null, number]>([
    ["make beside a folder of that name", "make test", { "make test": UP_TO_DATE }, null, 1],
    [
      "make that ran something before the order",
      "make test",
      { "make test": [{ stdoutTail: "fine\n" }, UP_TO_DATE] },
      "verify_failed: `make test` ran no test, and ran some before this order",
      0,
    ],
    ["a build", "ninja -C build", { "ninja -C build": [{ stdoutTail: "[1/1] Linking a\n" }, NINJA] }, null, 0],
  ])("is %s", async (_, command, commands, why, warnings) => {
    const files = command === "make test" ? MAKE : { "scripts/none": "" };
    const verifiedBy = { choices: { ...NO_CHOICES, commands: [command] }, isInstalled: () => false };
    const found = await carry({ files, commands: commands ?? {} }, { verifiedBy });
    expect(found.why).toBe(why);
    expect(found.warnings.filter((each) => each.includes("ran no test"))).toHaveLength(warnings);
  });

  test("excuses no failure: a suite that cannot start stays red", async () => {
    const broken = {
      exitCode: 1,
      stdoutTail: [
        " FAIL  a.test.js [ a.test.js ]",
        "Error: Missing SECRET",
        " ❯ a.test.js:1:1",
        "⎯⎯⎯⎯",
        " Test Files  1 failed (1)",
        "      Tests  no tests",
      ].join("\n"),
    };
    const { why, warnings } = await carry({ files: HAS_TESTS, commands: { [NPM]: broken } });
    expect(why).toMatch(/^verify_failed: /);
    expect(warnings.join("\n")).toMatch(/ran no test[\s\S]*it must pass after it/);
  });
});

describe("a test file that an order writes", () => {
  test.each<[string, SceneOptions["commands"], RegExp | null]>([
    ["was collected", { [NPM]: [vitest("a.test.js"), vitest("a.test.js", "b.test.js")] }, null],
    [
      "was not",
      { [NPM]: vitest("a.test.js") },
      /^verify_failed: no command that verifies the repo ran the tests in b\.test\.js/,
    ],
    ["was not told of", {}, null],
  ])("%s", async (_, commands, why) => {
    const found = await writing("b.test.js", A_TEST, commands, { "a.test.js": A_TEST });
    if (why === null) expect(found).toMatchObject({ kind: "candidate", why: null });
    else expect(found.why).toMatch(why);
  });

  test("is not missed if it holds no test, or if an acceptance command runs it", async () => {
    const commands = { [NPM]: vitest("a.test.js") };
    expect((await writing("b.test.js", "export const help = 1;\n", commands, HAS_TESTS)).kind).toBe("candidate");
    expect((await writing("y.test.js", A_TEST, { ...commands }, HAS_TESTS)).kind).toBe("candidate");
  });

  test.each<[string, boolean]>([
    ["node y.test.js", true],
    ["npx vitest run y.test.js -t a", true],
    ['bash -c "test -s y.test.js && node --test y.test.js"', true],
    ['python -c "import y.test"', true],
    ["test -s y.test.js", false],
    ["/usr/bin/grep -q test y.test.js", false],
    ["node --check y.test.js", false],
    ['bash -c "[ -s y.test.js ] && ! grep -q skip y.test.js"', false],
    ["python -c \"assert 'test(' in open('y.test.js').read()\"", false],
    [`node -e "require('fs').statSync('y.test.js')"`, false],
  ])("is run by an acceptance command, or only looked at: %s", async (acceptance, runs) => {
    const found = await writing("y.test.js", A_TEST, { [NPM]: vitest("a.test.js") }, HAS_TESTS, acceptance);
    expect(found.kind).toBe(runs ? "candidate" : "failed");
  });

  const PYTHON = "python -m pytest -q";
  const TEXT = "def test_b():\n    assert True\n";
  test.each<[string, number, string | null]>([
    ["adds to the count", 5, null],
    ["does not", 4, "verify_failed"],
  ])("of a runner that only counts %s", async (_, after, stage) => {
    const found = await carry({
      files: { "a.py": "", "tests/test_a.py": TEXT },
      order: { allowed_files: ["tests/test_b.py"], postconditions: [], acceptance_commands: ["node --check x.js"] },
      replies: [answerOf({ "tests/test_b.py": TEXT })],
      commands: { [PYTHON]: [pytest(4), pytest(after)] },
    });
    expect(found.why?.split(":")[0] ?? null).toBe(stage);
  });

  const NO_CASE = "test_b = make_test()\n";
  test.each<[string, string, object, string | null]>([
    ["which finds tests in it alone", NO_CASE, pytest(2), "verify_failed"],
    ["which finds none in it alone", TEXT, { exitCode: 5, stdoutTail: "no tests ran in 0.01s\n" }, null],
    ["which tells nothing of it alone, without a word of a test", NO_CASE, {}, null],
  ])("of a runner that only counts, and counts no more, %s", async (_, text, alone, stage) => {
    const found = await carry({
      files: { "a.py": "", "tests/main_a.py": TEXT },
      order: { allowed_files: ["tests/test_b.py"], postconditions: [], acceptance_commands: ["node --check x.js"] },
      replies: [answerOf({ "tests/test_b.py": text })],
      commands: { [PYTHON]: pytest(4), [`${PYTHON} tests/test_b.py`]: alone },
    });
    expect(found.why?.split(":")[0] ?? null).toBe(stage);
  });
});

test("a test that runs alone in a file of the order is said at the baseline", async () => {
  const text = 'test.only("a", () => {});\n';
  const files = { ...PACKAGE, "a.test.js": text };
  const { warnings } = await carry({
    files,
    order: { allowed_files: ["a.test.js"] },
    replies: [answerOf({ "a.test.js": `${text}//\n` }, files)],
    commands: { [NPM]: vitest("a.test.js") },
  });
  expect(warnings).toContain("a.test.js marks a test to run alone (only): no other test of that file runs");
});
