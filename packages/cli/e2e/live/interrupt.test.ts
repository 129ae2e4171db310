import { existsSync } from "node:fs";
import { join } from "node:path";
import { serves } from "@llmch/testkit";
import { describe, expect, it } from "vitest";
import { readJsonFile } from "../scene.ts";
import { createLiveScene } from "./live-scene.ts";

/** Less than the wait would take; how much less depends on the machine. */
const SOON_MS = 40_000;

/** Sends the signal once the sentence is printed, and records when. */
const interrupting = (sentence: string, name: NodeJS.Signals) => {
  let sentAt = 0;
  return {
    sinceMs: () => performance.now() - sentAt,
    onOutput: (text: string, kill: (name: NodeJS.Signals) => void) => {
      if (sentAt > 0 || !text.includes(sentence)) return;
      sentAt = performance.now();
      kill(name);
    },
  };
};

describe.each(["SIGINT", "SIGTERM"] as const)("%s while the model is asked", (name) => {
  it("ends plan at once with 130, its record completed and nothing written", async () => {
    const scene = await createLiveScene({ responses: [serves.fallsSilent()] });
    const { sinceMs, onOutput } = interrupting("attempt 1 of 5", name);
    const { code, signal, stdout, stderr } = await scene.plan([], { onOutput });
    expect(sinceMs()).toBeLessThan(SOON_MS);
    expect({ code, signal, stdout }).toEqual({ code: 130, signal: null, stdout: "INTERRUPTED\n" });
    expect(stderr).toContain("interrupted: ");
    const [run = ""] = scene.runs("planner");
    expect(readJsonFile(run, "run.json")).toMatchObject({ success: false, finished_at_utc: expect.any(String) });
    expect(existsSync(join(run, "output"))).toBe(false);
  });

  it("ends run-all with 130, the first order committed and the second rolled back", async () => {
    const scene = await createLiveScene({
      chat: [(turn) => serves.answers(scene.answer({ "a.js": "1;\n" }))(turn), serves.silence()],
    });
    scene.order({ allowed_files: ["a.js"] });
    scene.order({ id: "WO-02", allowed_files: ["b.js"] });
    const { sinceMs, onOutput } = interrupting("asking the model for WO-02", name);
    const { code, stdout } = await scene.runAll(["--branch", "work"], { onOutput });
    expect(sinceMs()).toBeLessThan(SOON_MS);
    expect(code).toBe(130);
    expect(stdout).toMatch(/^PASS {2}WO-01 .*\nINTERRUPTED {2}WO-02 {2}\(1 attempt, .*\nINTERRUPTED {2}1 of 2 orders/);
    expect(scene.git("log", "--format=%s", "work")).toBe("WO-01: Greet by name\nstart");
    const [, second = ""] = scene.runs();
    expect(readJsonFile(second, "run_summary.json")).toMatchObject({ verdict: "ERROR", rollback_failed: false });
    expect(scene.leftovers()).toEqual([]);
  });
});

it("calls that an interrupt cut count with an estimate, so that a limit leaves room to go on", async () => {
  const scene = await createLiveScene({
    chat: [
      serves.fallsSilent(),
      serves.fallsSilent(),
      (turn) => serves.answers(scene.answer({ "a.js": "1;\n" }))(turn),
    ],
  });
  scene.order({ allowed_files: ["a.js"] });
  const cut = () => interrupting("asking the model for WO-01", "SIGINT");
  const first = await scene.runAll(["--branch", "work", "--budget", "2"], cut());
  expect(first.code, first.stderr).toBe(130);
  expect(first.stderr).toMatch(/^spent {2}0 answers, ~.* tokens in, .* out, ~\$0\.0\d+, 1 call cut \(estimated\)$/m);
  expect((await scene.llmch(["resume"], cut())).code).toBe(130);
  const third = await scene.llmch(["resume", "--json"]);
  expect(third.code, third.stderr).toBe(0);
  expect(JSON.parse(third.stdout).spent).toMatchObject({ answers: 1, lost_calls: 0, estimated_calls: 2 });
});

it("an interrupt also ends the wait before another try, and the document says so", async () => {
  const scene = await createLiveScene({ responses: [serves.status(429, { headers: { "retry-after": "50" } })] });
  const { sinceMs, onOutput } = interrupting("again in 50 s", "SIGINT");
  const { code, stdout } = await scene.plan(["--json"], { onOutput });
  expect(sinceMs()).toBeLessThan(SOON_MS);
  expect(code).toBe(130);
  expect(JSON.parse(stdout)).toMatchObject({
    ok: false,
    exit_code: 130,
    verdict: "ERROR",
    errors: [{ code: "interrupted" }],
    paths: { artifacts: scene.runs("planner")[0] },
  });
});

it("an interrupt ends reading a spec that is typed", async () => {
  const scene = await createLiveScene({});
  const { code, stdout } = await scene.llmch(["plan", "--spec", "-"], {
    // More than a pipe holds: once it is written, all but a pipeful has been read.
    input: "Build it.\n".repeat(100_000),
    onInputRead: (kill) => kill("SIGINT"),
  });
  expect({ code, stdout }).toEqual({ code: 130, stdout: "INTERRUPTED\n" });
  expect(scene.runs("planner")).toEqual([]);
});
