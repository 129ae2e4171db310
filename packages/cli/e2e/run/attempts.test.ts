import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { createScene, filesBelow, readJsonFile, readJsonLines } from "../scene.ts";

test("tells the next attempt what failed, and commits the one that passes", async () => {
  const files = { "scripts/verify.sh": "grep -q Hello greet.js\n", ".gitignore": "*.log\n" };
  const scene = createScene({ files });
  // What an attempt leaves behind is gone before the next one starts.
  const stray = `sh -c "test ! -e stray && test ! -e a.log && touch stray a.log"`;
  scene.order({ acceptance_commands: [stray, "node --check greet.js"] });
  scene.answers({
    "WO-01/attempt-1": "no JSON",
    "WO-01/attempt-2": scene.answer({ "greet.js": "'Goodbye'" }),
    "WO-01/attempt-3": scene.answer({ "greet.js": "'Hello" }),
    "WO-01/attempt-4": scene.answer({ "greet.js": "'Hello'" }),
  });
  const { code, stdout, stderr } = await scene.run(["--branch", "work"]);
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^PASS {2}WO-01 {2}[0-9a-f]{10} {2}Greet by name \(4 attempts, .* s\) {2}tests not counted, 2 checks\n$/,
  );
  expect(stderr).toContain("attempt 4 of 5");
  expect(scene.git("show", "work:greet.js")).toBe("'Hello'");

  const [run = ""] = scene.runs();
  const read = (name: string) => readFileSync(join(run, name), "utf8");
  const summary = readJsonFile(run, "run_summary.json");
  expect(summary).toMatchObject({
    verdict: "PASS",
    total_attempts: 4,
    working_branch: "work",
    repo_tree_hash_after: scene.git("rev-parse", "work^{tree}"),
    attempts: [
      { verdict: "FAIL", stage: "llm_output_invalid" },
      { verdict: "FAIL", stage: "verify_failed" },
      { verdict: "FAIL", stage: "acceptance_failed" },
      { verdict: "PASS", stage: null, touched_files: ["greet.js"], repo_drift: ["stray"], failure_brief: null },
    ],
  });
  expect(read("attempt_1/se_prompt.txt")).toContain("(this is the first attempt)");
  const last = read("attempt_4/se_prompt.txt");
  for (const told of ["llm_output_invalid", "verify_failed", "acceptance_failed", "SyntaxError", "'Hello"]) {
    expect(last).toContain(told);
  }
  expect(readJsonFile(run, "attempt_1/raw_llm_response.json")).toEqual({ text: "no JSON" });
  expect(filesBelow(run, "attempt_4")).toEqual(
    [
      ...["acceptance_0_stderr.txt", "acceptance_0_stdout.txt", "acceptance_1_stderr.txt", "acceptance_1_stdout.txt"],
      ...["acceptance_result.json", "proposed_writes.json"],
      ...["raw_llm_response.json", "se_prompt.txt", "verify_0_stderr.txt", "verify_0_stdout.txt", "verify_result.json"],
      "write_result.json",
    ].map((name) => `attempt_4/${name}`),
  );
  expect(readJsonFile(run, "run.json")).toMatchObject({ tool: "factory", success: true, work_order_id: "WO-01" });
  const events = readJsonLines(run, "events.jsonl");
  const common = { ts: expect.stringMatching(/^\d{4}-.*Z$/), run_id: basename(run), type: expect.any(String) };
  expect(events).toMatchObject(events.map((_, seq) => ({ seq, ...common })));
  expect(events.at(0)).toMatchObject({ type: "order_started" });
  expect(events.at(-1)).toMatchObject({ type: "run_finished", verdict: "PASS", exit_code: 0 });
});

test("an answer that puts its own file under a git filter is an attempt like any other", async () => {
  const scene = createScene();
  scene.git("config", "filter.shout.clean", "tr a-z A-Z");
  scene.order({ allowed_files: ["greet.js", ".gitattributes"] });
  const greet = { "greet.js": "1\n" };
  scene.answers({
    "WO-01/attempt-1": scene.answer({ ...greet, ".gitattributes": "*.js filter=shout\n" }),
    "WO-01/attempt-2": scene.answer({ ...greet, ".gitattributes": "*.txt filter=shout\n" }),
  });
  expect(await scene.run(["--branch", "work"])).toMatchObject({ code: 0 });
  const [run = ""] = scene.runs();
  expect(readJsonFile(run, "attempt_1/failure_brief.json")).toMatchObject({
    stage: "write_scope_violation",
    primary_error_excerpt: "greet.js passes through the git filter shout, which llmch does not run",
  });
  expect(scene.git("show", "work:.gitattributes")).toBe("*.txt filter=shout");
});

test("spends no further attempt if another answer could not help", async () => {
  const scene = createScene();
  scene.order();
  scene.answers({ "WO-01/attempt-1": "no JSON" });
  const out = join(scene.root, "copy");
  const { code } = await scene.run(["--out", out]);
  expect(code).toBe(1);
  const [run = ""] = scene.runs();
  expect(filesBelow(out)).toEqual(filesBelow(run));
  expect(readJsonFile(run, "run_summary.json")).toMatchObject({
    total_attempts: 2,
    attempts: [{ stage: "llm_output_invalid" }, { stage: "exception" }],
  });
});

test("goes on until the attempts are used up", async () => {
  const scene = createScene();
  scene.order();
  scene.answers(
    Object.fromEntries([1, 2, 3, 4, 5].map((attempt) => [`WO-01/attempt-${attempt}`, `no JSON ${attempt}`])),
  );
  const { code, stdout } = await scene.run(["--max-attempts", "3"]);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^FAIL {2}WO-01 {2}llm_output_invalid \(3 attempts, /);
});
