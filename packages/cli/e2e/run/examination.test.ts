import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { sampleOrder, samplePlan } from "../plan/sample-plan.ts";
import { createScene, readJsonFile, removeScenes, type Scene, UNISOLATED, writeFiles } from "../scene.ts";

afterAll(removeScenes);

const MUTE = "console.log('hello');\n";
const SPEC = "# Greet\n\nThe program `src/part-1.js` prints `hello`. With a name it greets that name.\n";
/** It fails unless the program prints these words if it is called with a name, or without one. */
const prints = (words: string, name = ""): string =>
  `const out = require("node:child_process").execFileSync(process.execPath, ["src/part-1.js", ${JSON.stringify(name)}]);\nif (String(out).trim() !== ${JSON.stringify(words)}) throw new Error(String(out));`;
const answerOf = (name: string) =>
  JSON.stringify({
    checks: [
      { sentences: [1], language: "node", program: prints("hello"), expects: "hello" },
      { sentences: [2], language: "node", program: prints("hello Ann", name), expects: "hello Ann" },
    ],
    questions: [],
  });
const BACK = JSON.stringify({ checks: [{ id: "E-02", verdict: "right", program: null }] });

/** A plan of one order whose work passes its acceptance, and the answers of its examiner. */
const planned = async (examination: string): Promise<Scene> => {
  const scene = createScene({ own: UNISOLATED });
  writeFiles(scene.root, { "spec.txt": SPEC });
  scene.answers({
    "plan/attempt-1": JSON.stringify({ ...samplePlan([sampleOrder(1)]), plan_acceptance: null, questions: null }),
    "WO-01/attempt-1": scene.answer({ "src/part-1.js": MUTE }),
    "examination/attempt-1": examination,
    "examination/attempt-1/review-1": BACK,
  });
  const made = await scene.llmch([
    "plan",
    "--spec",
    "spec.txt",
    "--repo",
    "repo",
    "--outdir",
    "wo",
    ...recorded(scene),
  ]);
  expect(made, made.stderr).toMatchObject({ code: 0 });
  return scene;
};

const textIn = (folder = "", name = "") => readFileSync(join(folder, name), "utf8");
const recorded = (scene: Scene) => ["--artifacts-dir", scene.artifacts, "--replay", scene.record];
const runAll = (scene: Scene, ...flags: readonly string[]) =>
  scene.llmch(["run-all", "wo", "--repo", "repo", ...recorded(scene), "--yes", ...flags]);

test("what an examiner finds after the last order fails the run; its orders stay landed, and whoever revises the plan is told", async () => {
  const scene = await planned(answerOf("Ann"));
  const failed = await runAll(scene, "--examine", "gpt-5.2");
  expect(failed, failed.stderr).toMatchObject({ code: 1 });
  const [run = ""] = scene.runs("run-all");
  const summary = readJsonFile(run, "run_summary.json");
  expect(summary).toMatchObject({
    ...{ verdict: "FAIL", stage: "examination_failed", orders: [{ work_order_id: "WO-01", verdict: "PASS" }] },
    failure_brief: { primary_error_excerpt: expect.stringMatching(/^F-01: With a name it greets that name\./) },
  });
  const told = await scene.llmch(["show", "--json", "--artifacts-dir", scene.artifacts]);
  expect(JSON.parse(told.stdout).next[0].command).toMatch(/^llmch plan revise "mend what was found" --plan /);
  const shown = await scene.llmch(["show", "--examination", "--artifacts-dir", scene.artifacts]);
  expect(shown.stdout).toMatch(/F-01 {2}stands: With a name[\s\S]*E-01 {2}passed, passed, passed, under load passed/);
  expect(shown.stdout).toContain(prints("hello Ann", "Ann").split("\n")[1]);

  const mending = sampleOrder(2, {
    ...{ depends_on: ["WO-01"], preconditions: [], postconditions: [{ kind: "file_exists", path: "src/part-1.js" }] },
    ...{
      allowed_files: ["src/part-1.js"],
      acceptance_commands: [
        'node -e "process.argv[2] = `Ann`; console.log = (said) => process.exit(said === `hello Ann` ? 0 : 1); require(process.cwd() + `/src/part-1.js`)"',
      ],
    },
  });
  scene.answers({
    "plan/attempt-1": JSON.stringify({ revised_orders: [mending] }),
    "WO-02/attempt-1": JSON.stringify({
      summary: "It greets by name.",
      writes: [
        {
          path: "src/part-1.js",
          base_sha256: createHash("sha256").update(MUTE).digest("hex"),
          content: "console.log(('hello ' + (process.argv[2] ?? '')).trim());\n",
        },
      ],
    }),
    "examination/attempt-1": answerOf("Ann"),
  });
  const revised = await scene.llmch(["plan", "revise", "mend it", "--plan", "wo", "--yes", ...recorded(scene)]);
  expect(revised, revised.stderr).toMatchObject({ code: 0 });
  const prompt = textIn(scene.runs("planner").at(-1), "compile/prompt_attempt_1.txt");
  expect(prompt).toContain("F-01: the product does not do this: With a name it greets that name.");
  const branch = String(summary.working_branch);
  const passed = await runAll(scene, "--examine", "gpt-5.2", "--branch", branch);
  expect(passed, passed.stderr).toMatchObject({ code: 0 });
  expect(passed.stdout).toMatch(/PASS {2}2 of 2 orders.*examined 2 of 2\n/);
  expect(readJsonFile(scene.runs("run-all").at(-1) ?? "", "run_summary.json")).toMatchObject({
    evidence: { examined: { passed: 2, of: 2 } },
  });
}, 60_000);

test("nobody examines a plan unless its user says who", async () => {
  const scene = await planned(answerOf("Ann"));
  const passed = await runAll(scene);
  expect(passed, passed.stderr).toMatchObject({ code: 0 });
  expect(passed.stdout).not.toContain("examined");
  const again = await runAll(scene, "--examine", "none", "--branch", "other");
  expect(again, again.stderr).toMatchObject({ code: 0 });
  expect(textIn(scene.runs("run-all").at(-1), "events.jsonl")).not.toContain("examination");
});
