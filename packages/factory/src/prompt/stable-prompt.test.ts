import { type CommandResult, promptLimits } from "@llmch/contract";
import { workOrder } from "@llmch/testkit";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { briefOf, briefOfCommand } from "../job/brief.ts";
import { promptOf } from "./prompt.fixture.ts";
import type { PreviousAttempt } from "./prompt.ts";

const JOB = { order: workOrder(), settings: promptLimits(400_000), timeoutSeconds: 60 };

describe("the stable prompt", () => {
  interface Run {
    readonly root: string;
    readonly number: number;
    readonly duration: string;
  }
  const LINES: readonly ((run: Run) => string)[] = [
    ({ root, number }) => `    at Object.<anonymous> (${root}/test/greet.test.js:${number}:${number + 7})`,
    ({ root }) => `  File "${root}/greet.py", line 3, in test_greeting_by_name`,
    ({ root, number }) => `${root}/greet.js:${number}: expected a name`,
    ({ duration }) => `not ok 1 - greets by name (${duration})`,
    ({ duration }) => `=== 1 failed, 2 passed in ${duration} ===`,
    ({ number }) => `AssertionError: expected ${number} greetings, got none`,
    () => "greet.js: wrong punctuation",
    () => "",
  ];
  const aRun = fc.record<Run>({
    root: fc.constantFrom("/tmp/w", "/private/var/folders/zz/zyxvpxvq6csfxvn_n0000000000000/T/llmch-8Zk2Qd/worktree"),
    number: fc.oneof(fc.nat(9), fc.nat(1e9)),
    duration: fc.constantFrom("3ms", "0.05s", "12.5s", "1m 3.2s", "1234.5678ms"),
  });
  const stableAfter = async (streams: readonly (readonly number[])[], run: Run): Promise<string> => {
    const [stderrTail = "", stdoutTail = ""] = streams.map((lines) =>
      lines
        .map((line) => `${LINES[line]?.(run)}\n`)
        .join("")
        .slice(-4000),
    );
    const result: CommandResult = {
      ending: "exited",
      exitCode: 1,
      signal: null,
      startFault: null,
      stderrTail,
      stdoutTail,
      printedBytes: 0,
      droppedBytes: 0,
      durationMs: run.number,
    };
    const brief = briefOfCommand("verify_failed", JOB, "npm test", result);
    return (await promptOf({}, {}, { previous: [{ attempt: 1, answer: "{}", brief }] })).stablePrompt;
  };

  test("is the same for runs that differ in paths, numbers and durations in command output", async () => {
    const lines = fc.array(fc.nat(LINES.length - 1), { maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(fc.tuple(lines, lines), aRun, aRun, async (streams, one, other) => {
        expect(await stableAfter(streams, one)).toBe(await stableAfter(streams, other));
      }),
    );
  });

  test("is the same if longer paths leave room for fewer lines", async () => {
    const streams = [Array.from({ length: 60 }, (_, index) => index % LINES.length), [0, 1, 2]];
    const run = { number: 1, duration: "1s" };
    expect(await stableAfter(streams, { ...run, root: "/w" })).toBe(
      await stableAfter(streams, { ...run, root: `/tmp/${"long".repeat(10)}` }),
    );
  });

  const after = async (brief: PreviousAttempt["brief"]) =>
    (await promptOf({}, {}, { previous: [{ attempt: 1, answer: "{}", brief }] })).stablePrompt;

  test("differs if a command fails differently", async () => {
    const run: Run = { root: "/tmp/w", number: 1, duration: "1s" };
    expect(await stableAfter([[0, 6]], run)).not.toBe(await stableAfter([[0, 5]], run));
  });

  test("differs if a rule refuses differently", async () => {
    expect(await after(briefOf("write_scope_violation", JOB, "a 1"))).not.toBe(
      await after(briefOf("write_scope_violation", JOB, "a 2")),
    );
  });

  test("does not depend on how the engine words a syntax error", async () => {
    expect(await after(briefOf("llm_output_invalid", JOB, "Unexpected token"))).toBe(
      await after(briefOf("llm_output_invalid", JOB, "Unexpected token (line 1 column 2)")),
    );
  });

  test("is the prompt itself if no command failed", async () => {
    const { prompt, stablePrompt } = await promptOf(
      { intent: "Listen on /tmp/socket within 30 s." },
      { "greet.js": "1" },
    );
    expect(stablePrompt).toBe(prompt);
  });
});
