import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createScene, readJsonFile, readJsonLines, type Scene } from "../scene.ts";

const GREETS = `node -e "if (require('./greet.js') !== 1) throw new Error('wrong')"`;
const TEST_OF = (file: string) => `require("node:test")("${file} is there", () => require("../${file}"));\n`;
const TESTED = { "test/one.test.js": 'require("node:test")("one", () => {});\n' };

const trailers = (scene: Scene) =>
  scene.git("log", "--reverse", "--format=%(trailers:key=Llmch-Evidence,valueonly)", "main..work").split(/\n+/);

test("a PASS says in every place how many tests ran, and how many checks decided, across sessions", async () => {
  const scene = createScene({ files: TESTED });
  const hidden = { command: "grep -q 1 a.js", hidden: true };
  scene.order({ allowed_files: ["a.js", "test/a.test.js"], acceptance_commands: ["node --check a.js", hidden] });
  scene.order({ id: "WO-02", allowed_files: ["b.js"], acceptance_commands: ["node --check b.js", "grep -q 2 b.js"] });
  scene.answers({
    "WO-01/attempt-1": scene.answer({ "a.js": "1;\n", "test/a.test.js": TEST_OF("a.js") }),
    "WO-02/attempt-1": scene.answer({ "b.js": "1;\n" }),
    "WO-02/attempt-2": scene.answer({ "b.js": "2;\n" }),
  });
  const failed = await scene.runAll(["--branch", "work", "--max-attempts", "1"]);
  expect(failed.stdout).toMatch(/^PASS {2}WO-01 .*\) {2}2 tests, 1 check, 1 hidden$/m);
  expect(failed.stdout).toMatch(/^FAIL {2}1 of 2 orders passed; WO-02 failed \(acceptance_failed\) {2}on work$/m);
  const [schedule = ""] = scene.runs("run-all");
  expect(readJsonFile(schedule, "run_summary.json")).not.toHaveProperty("evidence");

  const resumed = ["resume", "--max-attempts", "+1", "--artifacts-dir", scene.artifacts, "--json"];
  const { stdout, stderr } = await scene.llmch(resumed);
  const whole = { tests: 2, acceptance: 3, hidden: 1 };
  const second = { tests: 2, acceptance: 2, hidden: 0 };
  expect(JSON.parse(stdout)).toMatchObject({ evidence: whole, runs: [{ work_order_id: "WO-02", evidence: second }] });
  expect(stderr).not.toContain("NO TEST RAN");
  expect(readJsonFile(schedule, "run_summary.json")).toMatchObject({
    evidence: whole,
    orders: [{ work_order_id: "WO-02", evidence: second }],
  });
  const [first = "", last = ""] = scene.runs();
  const own = { tests: 2, acceptance: 1, hidden: 1 };
  expect(readJsonFile(first, "run_summary.json")).toMatchObject({ evidence: own });
  expect(readJsonFile(last, "run_summary.json")).toMatchObject({ evidence: second });
  expect(readJsonLines(first, "events.jsonl")).toContainEqual(
    expect.objectContaining({ type: "committing", evidence: own }),
  );
  expect(trailers(scene)).toEqual(["2 tests, 1 check, 1 hidden", "2 tests, 2 checks"]);

  const place = ["--artifacts-dir", scene.artifacts];
  const shown = await scene.llmch(["show", ...place]);
  expect(shown.stdout).toMatch(/ {2}evidence 2 tests, 3 checks, 1 hidden\n/);
  expect(shown.stdout).toMatch(/passed {2}WO-01 [\s\S]*2 tests, 1 check, 1 hidden\n/);
  const order = await scene.llmch(["show", "--order", "WO-02", ...place]);
  expect(order.stdout).toMatch(/ {2}commit .*\n {2}evidence 2 tests, 2 checks\n/);
  const page = join(scene.root, "page.html");
  expect((await scene.llmch(["report", ...place, "--out", page])).code).toBe(0);
  const text = readFileSync(page, "utf8");
  expect(text).toContain("<dt>Evidence</dt><dd>2 tests, 3 checks, 1 hidden</dd>");
  expect(text).toContain('<td class="more">2 tests, 1 check, 1 hidden</td>');
  const again = await scene.runAll(["--branch", "work"]);
  expect(again.stdout).toMatch(/PASS {2}2 of 2 orders \(2 done before\) {2}2 tests, 3 checks, 1 hidden$/m);
  expect((await scene.llmch(["audit", ...place, "--repo", scene.repo])).code).toBe(0);
});

test("a PASS and the author's prompt say what CI runs besides, and a commit does not", async () => {
  const runs = ["npm ci", "npm test", "npm run lint", "npx tsc"].map((line) => `      - run: ${line}\n`).join("");
  const scene = createScene({
    files: {
      ...TESTED,
      ".github/workflows/ci.yml": `on: push\njobs:\n  test:\n    steps:\n${runs}`,
      "package.json": '{ "scripts": { "test": "node --test", "lint": "eslint ." } }\n',
    },
  });
  scene.order({ acceptance_commands: ["node --check greet.js"] });
  scene.answers({ "WO-01/attempt-1": scene.answer({ "greet.js": "1;\n" }) });
  const { stdout } = await scene.runAll(["--branch", "work"]);
  const besides = "CI also runs: npm run lint, npx tsc, not verified";
  expect(stdout).toMatch(
    /^PASS {2}1 of 1 order .*1 test, 1 check; CI also runs: npm run lint, npx tsc, not verified$/m,
  );
  const [run = ""] = scene.runs();
  expect(readFileSync(join(run, "attempt_1/se_prompt.txt"), "utf8")).toContain(`\n${besides}.\n`);
  expect(trailers(scene)).toEqual(["1 test, 1 check"]);
});

test.each([
  ["nothing verifies", {}, "NO TEST RAN, 1 check", 0],
  ["a runner finds none", { "package.json": '{ "scripts": { "test": "node --test" } }' }, "NO TEST RAN, 1 check", 0],
  ["a script that counts nothing verifies", { "scripts/verify.sh": "true\n" }, "tests not counted, 1 check", null],
])("where %s, it says so", async (_, files, words, tests) => {
  const scene = createScene({ files: { "README.md": "# Target\n", ...files } });
  scene.order({ acceptance_commands: ["node --check greet.js"] });
  scene.answers({ "WO-01/attempt-1": scene.answer({ "greet.js": "1;\n" }) });
  const { code, stdout } = await scene.run(["--branch", "work"]);
  expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringMatching(new RegExp(`\\) {2}${words}\n$`)) });
  const [run = ""] = scene.runs();
  expect(readJsonFile(run, "run_summary.json")).toMatchObject({
    evidence: { tests, acceptance: 1, hidden: 0 },
    warnings: tests === 0 ? ["NO TEST RAN: WO-01 rests on 1 check alone"] : [],
  });
  expect(trailers(scene)).toEqual([words]);
});

test("--strict refuses an order that may write no test before anything is asked", async () => {
  const scene = createScene();
  scene.order({ acceptance_commands: [GREETS] });
  scene.answers({ "WO-01/attempt-1": scene.answer({ "greet.js": "module.exports = 1;\n" }) });
  const { code, stderr } = await scene.run(["--branch", "work", "--strict"]);
  expect([code, stderr]).toEqual([1, expect.stringContaining("no test ran: --strict refuses that, and the order may")]);
  const [run = ""] = scene.runs();
  expect(readJsonFile(run, "run_summary.json")).toMatchObject({ verdict: "FAIL", attempts: [{ stage: "preflight" }] });
  expect(readJsonLines(run, "exchanges.jsonl")).toEqual([]);
  expect(scene.git("branch", "--list", "work")).toBe("");
});

test("--strict tells an author who may write a test that none ran", async () => {
  const scene = createScene({ files: { "package.json": '{ "scripts": { "test": "node --test" } }' } });
  scene.order({ allowed_files: ["greet.js", "test/greet.test.js"], acceptance_commands: [GREETS] });
  const greet = { "greet.js": "module.exports = 1;\n" };
  scene.answers({
    "WO-01/attempt-1": scene.answer(greet),
    "WO-01/attempt-2": scene.answer({ ...greet, "test/greet.test.js": TEST_OF("greet.js") }),
  });
  const { code, stdout } = await scene.run(["--branch", "work", "--strict"]);
  expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining("(2 attempts, ") });
  const [run = ""] = scene.runs();
  expect(readJsonFile(run, "run_summary.json")).toMatchObject({
    evidence: { tests: 1 },
    attempts: [{ stage: "verify_failed" }, { verdict: "PASS" }],
  });
});

test("a run that was killed right after its commit still says what it rests on", async () => {
  const scene = createScene({ files: TESTED });
  scene.order({ acceptance_commands: ["node --check greet.js"] });
  scene.answers({ "WO-01/attempt-1": scene.answer({ "greet.js": "1;\n" }) });
  expect((await scene.run(["--branch", "work"])).code).toBe(0);
  const [run = ""] = scene.runs();
  const journal = join(run, "events.jsonl");
  const lines = readFileSync(journal, "utf8").split("\n");
  const at = lines.findIndex((line) => line.includes('"type":"committing"'));
  writeFileSync(journal, `${lines.slice(0, at + 1).join("\n")}\n`);
  for (const name of ["run_summary.json", "seal.json"]) rmSync(join(run, name));
  const { code, stdout } = await scene.llmch(["resume", "--artifacts-dir", scene.artifacts]);
  expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringMatching(/\) {2}1 test, 1 check\n$/) });
  expect(readJsonFile(run, "run_summary.json")).toMatchObject({ evidence: { tests: 1, acceptance: 1, hidden: 0 } });
});
