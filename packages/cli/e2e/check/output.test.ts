import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { createPlanScene } from "../plan/plan-scene.ts";
import { sampleOrder, samplePlan } from "../plan/sample-plan.ts";

const BINARY = fileURLToPath(new URL("../../bin/llmch.js", import.meta.url));
const scene = createPlanScene();
scene.write({ "good.json": samplePlan(), "bad.json": samplePlan([...Array(2_000)].map(() => sampleOrder(9))) });

/** Runs a line of shell in which `llmch` is the command; gives its exit code and its output. */
const shell = (line: string): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> =>
  new Promise((resolve) => {
    const program = `llmch() { '${process.execPath}' '${BINARY}' "$@"; }\n${line}`;
    const child = execFile("bash", ["-c", program], { cwd: scene.root }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });

describe("a reader that goes away", () => {
  it.each([
    ["a document", "llmch check bad.json --json 2>/dev/null | head -n 1", 2, "{\n"],
    ["diagnostics", "llmch check bad.json 2>&1 >/dev/null | head -c 6", 2, "[E001]"],
    ["a version", "llmch --version | true", 0, ""],
  ])("leaves the exit code as it is: %s", async (_, line, code, stdout) => {
    expect(await shell(`${line}; exit "\${PIPESTATUS[0]}"`)).toEqual({ code, stdout, stderr: "" });
  });
});

describe("a full disk", { tags: "full-device" }, () => {
  it("behind standard output is reported, and is no success", async () => {
    const { code, stderr } = await shell("llmch check good.json --json > /dev/full");
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error: the result cannot be written to standard output: ENOSPC[^\n]*\n$/);
  });

  it("behind standard error changes nothing", async () => {
    expect(await shell("llmch check good.json --verbose 2> /dev/full")).toMatchObject({ code: 0 });
    expect(await shell("llmch check bad.json 2> /dev/full")).toMatchObject({
      code: 2,
      stdout: expect.stringMatching(/^FAIL/),
    });
  });
});
