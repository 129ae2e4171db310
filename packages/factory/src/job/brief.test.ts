import { ATTEMPT_STAGES, type CommandResult, promptLimits } from "@llmch/contract";
import { workOrder } from "@llmch/testkit";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { briefOf, briefOfCommand } from "./brief.ts";

const FAILED: CommandResult = {
  ending: "exited",
  exitCode: 1,
  signal: null,
  startFault: null,
  stdoutTail: "",
  stderrTail: "",
  printedBytes: 0,
  droppedBytes: 0,
  durationMs: 5,
};
const JOB = { order: workOrder(), settings: promptLimits(400_000), timeoutSeconds: 60 };
const briefOfResult = (result: Partial<CommandResult>) =>
  briefOfCommand("verify_failed", JOB, "npm test", { ...FAILED, ...result });
const excerptOf = (result: Partial<CommandResult>): string => briefOfResult(result).primary_error_excerpt;
const MOST = JOB.settings.excerptCharacters;
const halfPair = /\p{Surrogate}/u;

describe("the brief of a command", () => {
  test.each<[string, Partial<CommandResult>, string]>([
    ["both streams", { stderrTail: "err\n", stdoutTail: "out\n" }, "stderr:\nerr\nstdout:\nout"],
    ["stderr alone", { stderrTail: "err" }, "stderr:\nerr"],
    ["stdout alone", { stdoutTail: "out" }, "stdout:\nout"],
    ["nothing", {}, "(it printed nothing)"],
    [
      "a limit that was reached",
      { ending: "timed-out", exitCode: null, signal: "SIGKILL", stdoutTail: "waiting" },
      "ended after its limit of 60 seconds\nstdout:\nwaiting",
    ],
    [
      "a signal",
      { ending: "killed", exitCode: null, signal: "SIGSEGV" },
      "ended by the signal SIGSEGV\n(it printed nothing)",
    ],
    [
      "a program that did not start",
      { ending: "not-started", exitCode: null, startFault: "no such file" },
      "could not be started: no such file\n(it printed nothing)",
    ],
  ])("tells %s", (_, result, excerpt) => {
    expect(excerptOf(result)).toBe(excerpt);
  });

  test.each<[string, string, string]>([
    [
      "the line and the values of a Python program's assertion",
      'Traceback (most recent call last):\n  File "<string>", line 4, in <module>\n    assert f(1) == 2\nAssertionError: no\nassert 1 == 2\n +  where 1 = f(1)',
      "1 failing:\nAssertionError: no  (<string>:4)\n  assert f(1) == 2\n  assert 1 == 2\n   +  where 1 = f(1)",
    ],
    [
      "the statement of a Node program's assertion",
      "AssertionError [ERR_ASSERTION]: 1 == 2\nline 2: assert.equal(f(1), 2);\n    at [eval]:2:8",
      "1 failing:\nAssertionError [ERR_ASSERTION]: 1 == 2  ([eval]:2:8)\n  line 2: assert.equal(f(1), 2);",
    ],
    [
      "the statement that a mark shows in a long line",
      `Traceback (most recent call last):\n  File "<string>", line 1, in <module>\n    ${"a();".repeat(100)} assert got\n    ${" ".repeat(400)} ^^^^^^^^^^\nAssertionError`,
      "1 failing:\nAssertionError  (<string>:1)\n  assert got",
    ],
  ])("says %s", (_, stderrTail, excerpt) => expect(excerptOf({ stderrTail })).toBe(excerpt));

  test("names the command and its exit code, null if it did not exit by itself", () => {
    expect(briefOfResult({ exitCode: 7 })).toMatchObject({ command: "npm test", exit_code: 7 });
    expect(briefOfResult({ ending: "timed-out", exitCode: null }).exit_code).toBeNull();
  });

  test("names every failing test, its place and its assertion, and nothing that passed", () => {
    const passed = Array.from({ length: 500 }, (_, index) => `ok ${index} - fine\n`).join("");
    const yaml = "  ---\n  location: 'a.test.js:3:1'\n  error: '1 == 2'\n  ...\n";
    expect(excerptOf({ stdoutTail: `not ok 1 - adds\n${yaml}${passed}` })).toBe(
      "1 failing:\nadds  (a.test.js:3:1)\n  1 == 2",
    );
  });

  test.each<[string, (name: string) => string]>([
    ["vitest leaves out", (name) => ` ↓ a.test.js > ${name} error`],
    ["vitest says passed, file by file", (name) => ` ✓ |unit| ${name}.test.js (3 tests) 5ms`],
    ["a JUnit report says passed", (name) => `  <testcase classname="a" name="${name} error" time="0">\n  </testcase>`],
    ["jest has yet to do", (name) => `    ✎ todo ${name}`],
  ])("holds no test that %s", (_, line) => {
    const others = Array.from({ length: 164 }, (_, index) => line(`test ${index}`)).join("\n");
    expect(excerptOf({ stdoutTail: `RUN\n${others}\nTests 1 passed` })).toBe("stdout:\nRUN\nTests 1 passed");
  });

  test("of a killed command holds the end of its output, not the failures so far", () => {
    const ending = { ending: "timed-out", exitCode: null } as const;
    expect(excerptOf({ ...ending, stdoutTail: "not ok 1 - adds\nwaiting" })).toMatch(
      /limit of 60 seconds\n.*waiting$/s,
    );
  });

  test("picks the telling lines from the output of an unknown runner", () => {
    const lines = Array.from({ length: 2_000 }, (_, index) =>
      index === 3 ? "check 3 failed: no" : `check ${index} passes`,
    );
    expect(excerptOf({ stdoutTail: lines.join("\n") })).toMatch(/^stdout:\n…?\n?check 3 failed: no\n/);
  });

  test("gives one stream the room that the other leaves", () => {
    const long = `${"x".repeat(MOST)}end`;
    const excerpt = excerptOf({ stderrTail: "short", stdoutTail: long });
    expect(excerpt).toHaveLength(MOST);
    expect(excerpt).toMatch(/^stderr:\nshort\nstdout:\nx+end$/);
  });

  test("holds the end of both streams, at most 6,000 characters", () => {
    const stream = fc.tuple(fc.nat(14_000), fc.constantFrom("abc", "é", "😀😀!")).map(([length, unit]) => {
      return unit
        .repeat(length)
        .slice(-length)
        .replace(/^[\udc00-\udfff]/, "");
    });
    const cause = fc.constantFrom<Partial<CommandResult>>(
      {},
      { ending: "timed-out", exitCode: null },
      { ending: "not-started", exitCode: null, startFault: "y".repeat(9000) },
    );
    fc.assert(
      fc.property(stream, stream, cause, (stderr, stdout, ending) => {
        const excerpt = excerptOf({ ...ending, stderrTail: `${stderr}ERR`, stdoutTail: `${stdout}OUT` });
        expect(excerpt.length).toBeLessThanOrEqual(MOST);
        expect(excerpt).not.toMatch(halfPair);
        const endOf = (text: string) => text.slice(-2_000).replace(/^[\udc00-\udfff]/, "");
        expect(excerpt).toContain(`${endOf(`${stderr}ERR`)}\nstdout:\n`);
        expect(excerpt.endsWith(endOf(`${stdout}OUT`))).toBe(true);
      }),
    );
  });
});

test.each([200, 201, 999])("a limit of %i characters applies to every brief", (excerptCharacters) => {
  const job = { ...JOB, settings: { ...JOB.settings, excerptCharacters } };
  const startFault = "no such program ".repeat(100);
  const results = [
    { stderrTail: "E".repeat(4000), stdoutTail: "O".repeat(4000) },
    { ending: "not-started", startFault },
  ];
  const briefs = [
    ...results.map((each) => briefOfCommand("verify_failed", job, "npm test", { ...FAILED, ...each } as CommandResult)),
    briefOf("stale_context", job, startFault),
  ];
  for (const { primary_error_excerpt: excerpt } of briefs)
    expect(excerpt.length).toBeLessThanOrEqual(excerptCharacters);
  expect(briefs[0]?.primary_error_excerpt).toMatch(/^stderr:\nE+\nstdout:\nO+$/);
});

describe("the brief of a rule", () => {
  test("keeps the beginning of a long reason", () => {
    const { primary_error_excerpt, command, exit_code } = briefOf("stale_context", JOB, "😀".repeat(MOST));
    expect(primary_error_excerpt.length).toBeLessThanOrEqual(MOST);
    expect(primary_error_excerpt).toMatch(/^(😀)+…$/u);
    expect([command, exit_code]).toEqual([null, null]);
  });

  test("leaves a reason that fits unchanged", () => {
    const reason = "x".repeat(MOST);
    expect(briefOf("preflight", JOB, reason).primary_error_excerpt).toBe(reason);
  });

  test.each(ATTEMPT_STAGES)("%s reminds the model of the files that it may write", (stage) => {
    const order = workOrder({ allowed_files: ["a.js", "b.js"] });
    expect(briefOf(stage, { ...JOB, order }, "no").constraints_reminder).toContain("a.js, b.js");
  });

  test.each(["verify_failed", "acceptance_failed"] as const)("%s reminds the model of what is forbidden", (stage) => {
    const order = workOrder({ forbidden: ["No new dependency."] });
    expect(briefOf(stage, { ...JOB, order }, "no").constraints_reminder).toContain("No new dependency.");
  });
});
