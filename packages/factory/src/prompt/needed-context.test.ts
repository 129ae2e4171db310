import type { FailureBrief } from "@llmch/contract";
import { answerOf, type MemoryFiles, orderScene } from "@llmch/testkit";
import { expect, test } from "vitest";
import { carryOut } from "../order.ts";

const LARGE = Array.from({ length: 4000 }, (_, index) => `export const value${index} = ${index};`).join("\n");
const FILES: MemoryFiles = {
  "greet.js": "export const greet = 0;\n",
  "lib/used.js": "export const used = 1;\n",
  "lib/large.js": LARGE,
  ".env": "TOKEN=hidden\n",
  "secrets.json": "{}\n",
  "logo.png": new Uint8Array([0, 1]),
};

/** The prompt of the second attempt, after the first one failed with this output. */
const retryAfter = async (output: string, changes: Parameters<typeof orderScene>[0] = {}): Promise<string> => {
  const answer = answerOf({ "greet.js": "export const greet = 1;\n" }, FILES);
  const scene = orderScene({
    files: FILES,
    replies: [answer, answer],
    commands: { look: { exitCode: 1, stdoutTail: output, stderrTail: "" } },
    maxAttempts: 2,
    ...changes,
    order: { acceptance_commands: ["look"], ...changes.order },
  });
  await carryOut(scene.job, scene.ports);
  const [first, second] = scene.ports.model.requests;
  expect(first?.prompt).not.toContain("What the failures name");
  // The section depends on what a machine printed, so the hash that finds a recorded answer leaves it out.
  expect(second?.messages[0]?.stableContent).not.toContain("What the failures name");
  return second?.prompt.split("What the failures name")[1] ?? "";
};

test("a file that the failure names is shown to the next attempt, as read-only", async () => {
  expect(await retryAfter("lib/used.js:1: not a function")).toMatch(
    /--- begin lib\/used\.js \(for reading only\) \w+\nexport const used = 1;\n--- end/,
  );
});

test("of a large file, only the surrounding lines are shown", async () => {
  const shown = await retryAfter("at lib/large.js:2000:3");
  expect(shown).toMatch(/lib\/large\.js \(for reading only; parts of its 4000 lines; "NUMBER\|" before a line/);
  expect(shown).toContain("\n2000|export const value1999 = 1999;\n");
  expect(shown.length).toBeLessThan(2_000);
});

test.each([
  ["a secret", ".env:1 secrets.json:1"],
  ["what is no text", "logo.png:1"],
  ["what the order shows anyway", "greet.js:1"],
  ["what is not tracked", "/usr/lib/node/internal.js:7"],
])("%s is not shown", async (_, output) => {
  expect(await retryAfter(output)).toBe("");
});

test("no more files are shown than the budget allows", async () => {
  const output = "lib/used.js:1 lib/large.js:5";
  const two = await retryAfter(output);
  expect(two).toContain("lib/used.js");
  expect(two).toContain("lib/large.js");
  expect(await retryAfter(output, { settings: { fileBytes: 40 } })).toBe("");
});

/** Room for parts of the large file, but not for all of it. */
const TOO_LITTLE = { fileBytes: 100 * 1024 };

test("of the order's large file, the next attempt also sees the part nearest to a failed edit", async () => {
  const edit = { find: "export const value3000 = 3001;", replace: "" };
  const scene = orderScene({
    files: FILES,
    order: { allowed_files: ["lib/large.js"], intent: "Fix value1000.", acceptance_commands: ["look"] },
    settings: TOO_LITTLE,
    replies: [1, 2].map(() => (request) => {
      const base = /lib\/large\.js \| yes \| \d+ bytes, to be edited \| (\w+)/.exec(request.prompt)?.[1];
      return JSON.stringify({ summary: "", writes: [{ path: "lib/large.js", base_sha256: base, edits: [edit] }] });
    }),
    maxAttempts: 2,
  });
  const outcome = await carryOut(scene.job, scene.ports);
  const brief: FailureBrief | null | undefined = outcome.attempts[0]?.failure_brief;
  expect(brief?.stage).toBe("stale_context");
  expect(brief?.primary_error_excerpt).toBe(
    [
      'lib/large.js:3001: the find of edit 1 does not stand there; line 3001 is nearest ("-" the find, "+" the file):',
      "- export const value3000 = 3001;",
      "+ export const value3000 = 3000;",
    ].join("\n"),
  );
  const [first = "", second = ""] = scene.ports.model.requests.map(({ prompt }) => prompt);
  expect(first).toContain("\n1001|export const value1000 = 1000;\n");
  expect(first).not.toContain("3001|");
  expect(second.split("What the failures name")[1]).toContain("\n3001|export const value3000 = 3000;\n");
});

test("of the order's large file, the next attempt also sees what a failure names", async () => {
  const write = (base: string | undefined) => ({
    path: "lib/large.js",
    base_sha256: base,
    edits: [{ find: "value1000 =", replace: "value1000  =" }],
  });
  const scene = orderScene({
    files: FILES,
    order: { allowed_files: ["lib/large.js"], intent: "Fix value1000.", acceptance_commands: ["look"] },
    settings: TOO_LITTLE,
    replies: [1, 2].map(() => (request) => {
      const base = /lib\/large\.js \| yes \| \d+ bytes, to be edited \| (\w+)/.exec(request.prompt)?.[1];
      return JSON.stringify({ summary: "", writes: [write(base)] });
    }),
    commands: { look: { exitCode: 1, stdoutTail: "the value of value2500 is wrong", stderrTail: "" } },
    maxAttempts: 2,
  });
  await carryOut(scene.job, scene.ports);
  const needed = scene.ports.model.requests[1]?.prompt.split("What the failures name")[1] ?? "";
  expect(needed).toContain("\n2501|export const value2500 = 2500;\n");
  expect(needed.length).toBeLessThan(2_000);
});
