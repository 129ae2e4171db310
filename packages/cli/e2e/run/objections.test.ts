import { basename, join } from "node:path";
import { objectionOf } from "@llmch/testkit";
import { describe, expect, test } from "vitest";
import { createScene, filesBelow, readJsonFile, readJsonLines, type Scene } from "../scene.ts";

/** The order returns 3, and its command expects 4: no right answer passes. */
const WRONG = `node -e "require('./sum.js')(1, 2) === 4 || process.exit(1)"`;
const RIGHT = "module.exports = (a, b) => a + b;\n";
const CONTRADICTION = objectionOf({
  reason: "1 and 2 make 3, as the order says; the command expects 4.",
  contradiction: { command: WRONG, sentence: "Export sum(a, b), which returns a + b." },
});

/** A right answer is refused twice, and then the model objects. */
const contradictory = (): Scene => {
  const scene = createScene();
  scene.order({
    title: "Add numbers",
    intent: "Export sum(a, b), which returns a + b.",
    allowed_files: ["sum.js"],
    acceptance_commands: [WRONG],
  });
  scene.answers({
    "WO-01/attempt-1": scene.answer({ "sum.js": RIGHT }),
    "WO-01/attempt-2": scene.answer({ "sum.js": `${RIGHT}// As the order says.\n` }),
    "WO-01/attempt-3": CONTRADICTION,
  });
  return scene;
};

describe("an order that its model objects to", () => {
  test("ends as objected, puts everything back, and shows the objection first", async () => {
    const scene = contradictory();
    const standing = scene.checkout();
    const { code, stdout, stderr } = await scene.run(["--branch", "work"]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^FAIL {2}WO-01 {2}objected \(3 attempts, /);
    const [run = ""] = scene.runs();
    expect(stderr).toContain(`llmch revise ${basename(run)}`);
    expect(scene.checkout()).toEqual(standing);
    expect(scene.git("branch", "--list", "work")).toBe("");
    expect(scene.leftovers()).toEqual([]);

    const prompts = filesBelow(run).filter((name) => name.endsWith("se_prompt.txt"));
    expect(prompts).toHaveLength(3);
    const summary = readJsonFile(run, "run_summary.json");
    expect(summary).toMatchObject({ verdict: "FAIL", exit_code: 1, total_attempts: 3 });
    expect(summary.attempts).toMatchObject([
      { stage: "acceptance_failed" },
      { stage: "acceptance_failed" },
      { stage: "objected", failure_brief: { objection: { contradiction: { command: WRONG } } } },
    ]);
    expect(readJsonLines(run, "events.jsonl")).toContainEqual(
      expect.objectContaining({ type: "objected", attempt: 3, turn: 1 }),
    );

    const shown = await scene.llmch(["show", "--artifacts-dir", scene.artifacts]);
    const lines = shown.stdout.split("\n").map((line) => line.trim());
    expect(lines.slice(1, 2)).toEqual(["objects  1 and 2 make 3, as the order says; the command expects 4."]);
    expect(lines.some((line) => line.startsWith(`next     llmch revise ${basename(run)}`))).toBe(true);
    const audit = await scene.llmch(["audit", "--artifacts-dir", scene.artifacts]);
    expect(audit.code).toBe(0);
  });

  test("is in every other view: the list of runs, the report, and the document of --json", async () => {
    const scene = contradictory();
    const { stdout } = await scene.run(["--json"]);
    expect(JSON.parse(stdout)).toMatchObject({
      ok: false,
      verdict: "FAIL",
      errors: [{ code: "objected", message: expect.stringContaining("1 and 2 make 3") }],
    });
    const runs = await scene.llmch(["runs", "--artifacts-dir", scene.artifacts]);
    expect(runs.stdout).toMatch(/failed .*WO-01 Add numbers, objected/);
    const out = join(scene.root, "report.html");
    await scene.llmch(["report", "--artifacts-dir", scene.artifacts, "--out", out]);
    expect((await scene.llmch(["explain", "objected"])).stdout).toContain("the model objects to the order");
  });

  test("ends a run-all, as a failed order does", async () => {
    const scene = contradictory();
    scene.order({ id: "WO-02", allowed_files: ["more.js"] });
    const { code, stdout, stderr } = await scene.runAll(["--branch", "work"]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/FAIL {2}WO-01 {2}objected[\s\S]*FAIL {2}0 of 2 orders/);
    const [schedule = ""] = scene.runs("run-all").map((path) => basename(path));
    expect(stderr).toContain(`llmch revise ${schedule}`);
    const shown = await scene.llmch(["show", "--artifacts-dir", scene.artifacts]);
    expect(shown.stdout).toContain(`llmch revise ${schedule}`);
    const runs = await scene.llmch(["runs", "--artifacts-dir", scene.artifacts]);
    expect(runs.stdout).toMatch(/0 of 2 orders passed, stopped at WO-01, objected/);
  });
});

describe("a model that asks for files", () => {
  const asking = (): Scene => {
    const scene = createScene({ files: { "lib.js": "the library\n", ".env": "TOKEN=xyzzy-secret\n" } });
    scene.order();
    scene.answers({
      "WO-01/attempt-1": objectionOf({ needs: ["lib.js", ".env", "nowhere.js"] }),
      "WO-01/attempt-1/turn-2": scene.answer({ "greet.js": "1\n" }),
    });
    return scene;
  };

  test("is shown them in the next turn, except for secrets; the record is replayed and audited", async () => {
    const scene = asking();
    const { code, stdout, stderr } = await scene.run(["--branch", "work"]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^PASS {2}WO-01/) });
    expect(stderr).toContain("asks to be shown lib.js, .env, nowhere.js");
    const [run = ""] = scene.runs();
    const prompt = readJsonLines(run, "exchanges.jsonl").at(-1);
    expect(prompt).toMatchObject({ key: "WO-01/attempt-1/turn-2" });
    const asked = JSON.stringify(prompt);
    expect(asked).toContain("the library");
    expect(asked).toContain("there is no such file");
    expect(asked).not.toContain("xyzzy-secret");
    expect(filesBelow(run, "attempt_1/turn_2")).toEqual([
      "attempt_1/turn_2/raw_llm_response.json",
      "attempt_1/turn_2/se_prompt.txt",
    ]);
    expect((await scene.llmch(["audit", "--artifacts-dir", scene.artifacts])).code).toBe(0);
    const shown = await scene.llmch(["show", "--artifacts-dir", scene.artifacts]);
    expect(shown.stdout).toContain("asked for");

    const again = await scene.llmch([
      ...["run", "--work-order", join(scene.orders, "WO-01.json"), "--repo", scene.repo, "--branch", "again"],
      ...["--artifacts-dir", scene.artifacts, "--replay", basename(run), "--replay-strict"],
    ]);
    expect(again).toMatchObject({ code: 0 });
    expect(scene.git("rev-parse", "again^{tree}")).toBe(scene.git("rev-parse", "work^{tree}"));
  });
});
