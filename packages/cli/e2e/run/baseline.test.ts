import { chmodSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setInterval } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { createScene, readJsonFile, readJsonLines, type Scene, writeFiles } from "../scene.ts";
import { eventsOf, runOf, TESTS, tested } from "./baseline-scene.ts";

/** The gates that commands ran for, in order. */
const commandsOf = (run: string) =>
  eventsOf(run, "command_finished").map(({ phase, again }) => (again === true ? `${String(phase)} again` : phase));

/** A red command runs twice, and then without CI, without what else llmch adds, and in a plain clone. */
const RED_AND_LOOKED_INTO = ["baseline", ...Array<string>(4).fill("baseline again")];

const TOOLS = { "package.json": '{"type": "module", "scripts": {"test": "xo && ava"}}' };

test("a repo whose packages are not installed costs no question and no attempt at an answer", async () => {
  const scene = createScene({ files: TOOLS });
  scene.order();
  const { code, stdout, stderr } = await scene.run();
  expect(code).toBe(1);
  expect(stdout).toMatch(/^FAIL {2}WO-01 {2}preflight \(1 attempt/);
  expect(stderr).toMatch(/`npm test` cannot verify the repo as it is: the program xo is missing: .*setup\.commands/);
  const run = runOf(scene);
  expect(readJsonFile(run, "attempt_1/failure_brief.json")).toMatchObject({ stage: "preflight" });
  expect(readJsonLines(run, "exchanges.jsonl")).toEqual([]);
  expect(eventsOf(run, "baseline_verified")).toEqual([]);
  expect(scene.leftovers()).toEqual([]);

  // Once they exist, the same run resumes.
  writeFiles(scene.repo, { ".git/info/exclude": "node_modules\n" });
  for (const tool of ["xo", "ava"]) {
    writeFiles(scene.repo, { [`node_modules/.bin/${tool}`]: "#!/bin/sh\n" });
    chmodSync(join(scene.repo, "node_modules/.bin", tool), 0o755);
  }
  scene.answers({ "WO-01/attempt-1": scene.answer({ "greet.js": "1\n" }) });
  const resumed = await scene.llmch(["resume", "--artifacts-dir", scene.artifacts]);
  expect([resumed.code, resumed.stdout]).toEqual([0, expect.stringMatching(/^PASS {2}WO-01 .*\(1 attempt/)]);
});

test("a test that was red before costs nothing, is reported, and stays excused from order to order", async () => {
  const scene = tested({ "a.fails": "" });
  scene.order();
  scene.order({ id: "WO-02", allowed_files: ["b.fails"], acceptance_commands: ["true"] });
  scene.answers({
    "WO-01/attempt-1": scene.answer({ "greet.js": "1\n" }),
    "WO-02/attempt-1": scene.answer({ "b.fails": "" }, { "greet.js": "1\n" }),
  });
  const { code, stdout, stderr } = await scene.runAll(["--branch", "work", "--max-attempts", "1"]);
  expect(stdout).toMatch(/^PASS {2}WO-01 .*\(1 attempt, .*\nFAIL {2}WO-02 {2}verify_failed \(1 attempt/);
  expect(code).toBe(1);
  expect(stderr).toContain(
    "warning: these tests failed before the order, so the order may leave them failing: a (bash scripts/verify.sh)",
  );
  const [first, second] = [runOf(scene), runOf(scene, 1)];
  expect(commandsOf(first)).toEqual([...RED_AND_LOOKED_INTO, "baseline_acceptance", "verify", "acceptance"]);
  expect(eventsOf(first, "baseline_verified")).toMatchObject([
    { source: "run", ok: false, red: [{ failures: ["a"] }] },
  ]);
  // The state that the order before left is known.
  expect(commandsOf(second)).toEqual(["baseline_acceptance", "verify", "verify again", "acceptance"]);
  expect(eventsOf(second, "baseline_verified")).toMatchObject([{ source: "order", red: [{ failures: ["a"] }] }]);
  expect(readJsonFile(second, "attempt_1/failure_brief.json")).toMatchObject({
    primary_error_excerpt: "1 failing:\nb",
    acceptance: { passed: ["true"], failed: [] },
  });
  const shown = await scene.llmch(["show", "--order", "WO-01", "--artifacts-dir", scene.artifacts]);
  expect(shown.stdout).toMatch(/before +failed already, .* s: a \(bash scripts\/verify\.sh\)/);
  const audited = await scene.llmch(["audit", "--artifacts-dir", scene.artifacts]);
  expect([audited.code, audited.stdout]).toEqual([0, expect.any(String)]);
});

describe("work that breaks a test", () => {
  const SUM = { "sum.js": "export const sum = (a, b) => a + b;\n" };
  const testOf = (name: string, line: string) =>
    `import { test } from "node:test";\nimport { sum } from "./sum.js";\ntest("${name}", () => {\n  ${line}\n});\n`;
  const FILES = {
    ...SUM,
    "known.test.js": testOf("known", 'throw new Error("fails since long");'),
    "sum.test.js": testOf("adds", 'if (sum(1, 2) !== 3) throw new Error("wrong sum");'),
  };
  const changed = async (script: string, content: string, files: Readonly<Record<string, string>> = FILES) => {
    const manifest = { "package.json": JSON.stringify({ type: "module", scripts: { test: script } }) };
    const scene = createScene({ files: { ...files, ...manifest, ".gitignore": "test.log\n" } });
    scene.order({ allowed_files: ["sum.js"], acceptance_commands: ["true"] });
    scene.answers({ "WO-01/attempt-1": scene.answer({ "sum.js": content }, SUM) });
    const { code, stdout, stderr } = await scene.run(["--branch", "work", "--max-attempts", "1"]);
    return { code, stdout, stderr, run: runOf(scene) };
  };
  const WRONG = "export const sum = (a, b) => a - b;\n";
  const RIGHT = "export const sum = (a, b) => b + a;\n";

  test("behind one that failed before is not excused, which is said before anything is asked", async () => {
    const chain = "node --test known.test.js && node --test sum.test.js";
    const { code, stdout, stderr } = await changed(chain, WRONG);
    expect([code, stdout]).toEqual([1, expect.stringMatching(/^FAIL {2}WO-01 {2}verify_failed/)]);
    const warned = stderr.indexOf(
      "known  (known.test.js) failed before the order, and npm test may have left out tests",
    );
    expect(warned).toBeGreaterThan(-1);
    expect(warned).toBeLessThan(stderr.indexOf("propose"));
    // Nothing comes behind the last one.
    const last = await changed("node --test sum.test.js && node --test known.test.js", RIGHT);
    expect([last.code, last.stdout]).toEqual([0, expect.stringMatching(/^PASS .* 1 test, 1 check/)]);
  });

  test("is not excused because its file does not load, here or before", async () => {
    const { "known.test.js": _, ...green } = FILES;
    const needs = 'import { readFileSync } from "node:fs";\nreadFileSync(".env");\n';
    const files = { ...green, "first.test.js": testOf("first", ""), "sum.test.js": needs + FILES["sum.test.js"] };
    const { code, stdout, stderr } = await changed("node --test", WRONG, files);
    expect([code, stdout]).toEqual([1, expect.stringMatching(/^FAIL {2}WO-01 {2}verify_failed/)]);
    expect(stderr).toMatch(/warning: before the order, npm test could not load \S*sum\.test\.js .*setup\.copy/);
  });

  test("fails though the command ends with 0", async () => {
    const { "known.test.js": _, ...green } = FILES;
    const piped = await changed("node --test | tee test.log", WRONG, green);
    expect([piped.code, piped.stdout]).toEqual([1, expect.stringMatching(/^FAIL {2}WO-01 {2}verify_failed/)]);
    expect(readJsonFile(piped.run, "attempt_1/failure_brief.json")).toMatchObject({
      exit_code: 0,
      primary_error_excerpt: expect.stringMatching(/^1 failing:\nadds/),
    });
    const known = await changed("node --test | tee test.log", RIGHT);
    expect([known.code, known.stdout]).toEqual([0, expect.stringMatching(/^PASS .* 1 test, 1 check/)]);
  });
});

test("a tree that verified is remembered from run to run; one that did not is verified again", async () => {
  const scene = tested();
  scene.order();
  scene.answers({ "WO-01/attempt-1": scene.answer({ "greet.js": "1\n" }) });
  await scene.run(["--branch", "one"]);
  await scene.run(["--branch", "two"]);
  expect([0, 1].map((index) => commandsOf(runOf(scene, index)))).toEqual([
    ["baseline", "baseline_acceptance", "verify", "acceptance"],
    ["baseline_acceptance", "verify", "acceptance"],
  ]);
  expect(eventsOf(runOf(scene, 1), "baseline_verified")).toMatchObject([{ source: "remembered", ok: true }]);
  scene.commit({ "a.fails": "" });
  for (const branch of ["three", "four"]) await scene.run(["--branch", branch]);
  for (const index of [2, 3])
    expect(commandsOf(runOf(scene, index)).slice(0, 2)).toEqual(["baseline", "baseline again"]);
});

test("an order after an exempt one must pass the whole verification", async () => {
  const scene = tested({ "a.fails": "" });
  const provenance = {
    planner_run_id: "01ARZ3NDEKTSV4RRFFQ69G5FAV",
    compile_hash: "0",
    manifest_sha256: "0",
    bootstrap: true,
  };
  scene.order({ verify_exempt: true, provenance });
  scene.order({ id: "WO-02", allowed_files: ["b.js"] });
  scene.answers({
    "WO-01/attempt-1": scene.answer({ "greet.js": "1\n" }),
    "WO-02/attempt-1": scene.answer({ "b.js": "1\n" }),
  });
  const { stdout } = await scene.runAll(["--max-attempts", "1"]);
  expect(stdout).toMatch(/^PASS {2}WO-01 .*\nFAIL {2}WO-02 {2}verify_failed/);
  expect(commandsOf(runOf(scene, 1))).not.toContain("baseline");
});

/** A test that fails every other time: its counter is outside the tree. */
const flaky = ({ root }: Scene) =>
  `n=$(cat '${root}/count' 2>/dev/null || echo 0); echo $((n + 1)) > '${root}/count'; test -e greet.js && [ $((n % 2)) = 1 ] && { echo "not ok - pager"; exit 1; }; echo "ok - pager"`;

test("a flaky test costs no attempt, and is named", async () => {
  const scene = createScene();
  scene.commit({ "scripts/verify.sh": `${flaky(scene)}\n` });
  scene.order();
  scene.answers({ "WO-01/attempt-1": scene.answer({ "greet.js": "1\n" }) });
  const { code, stdout, stderr } = await scene.run(["--no-sandbox", "--max-attempts", "1"]);
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^PASS {2}WO-01 .*\(1 attempt/)]);
  expect(stderr).toContain("warning: flaky: pager failed one time of two on the same tree (bash scripts/verify.sh)");
  expect(commandsOf(runOf(scene))).toEqual(["baseline", "baseline_acceptance", "verify", "verify again", "acceptance"]);
  expect(readJsonFile(runOf(scene), "attempt_1/verify_result.json")).toMatchObject({ ok: true, flaky: ["pager"] });
  expect(readJsonFile(runOf(scene), "run_summary.json")).toMatchObject({
    total_attempts: 1,
    warnings: [expect.stringContaining("flaky: pager")],
  });
  expect((await scene.llmch(["audit", "--artifacts-dir", scene.artifacts])).code).toBe(0);
});

describe("a run that is killed while its baseline is verified", () => {
  const killed = async () => {
    const scene = createScene();
    const ran = join(scene.root, "ran");
    scene.commit({
      ...TESTS,
      "scripts/verify.sh": "node wait.mjs\nnode tests.mjs\n",
      "wait.mjs": `import { existsSync, writeFileSync } from "node:fs";
if (!existsSync(${JSON.stringify(ran)})) {
  writeFileSync(${JSON.stringify(ran)}, "");
  setTimeout(() => {}, 120_000);
}
`,
      "a.fails": "",
    });
    scene.order();
    scene.answers({ "WO-01/attempt-1": scene.answer({ "greet.js": "1\n" }) });
    const standing = scene.checkout();
    let waiting = false;
    await scene.run(["--branch", "work", "--no-sandbox"], {
      onOutput: async (_stderr, kill) => {
        if (waiting) return;
        waiting = true;
        for await (const _ of setInterval(10)) if (existsSync(ran)) break;
        kill("SIGKILL");
      },
    });
    return { scene, standing };
  };
  const resume = (scene: Scene) => scene.llmch(["resume", "--artifacts-dir", scene.artifacts]);

  test("resumes it, and asks once", async () => {
    const { scene, standing } = await killed();
    expect(readJsonLines(runOf(scene), "exchanges.jsonl")).toEqual([]);
    const { code, stdout } = await resume(scene);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^PASS {2}WO-01/)]);
    const run = runOf(scene);
    expect(commandsOf(run)).toEqual([...RED_AND_LOOKED_INTO, "baseline_acceptance", "verify", "acceptance"]);
    expect(eventsOf(run, "baseline_verified")).toHaveLength(1);
    expect(readJsonLines(run, "exchanges.jsonl")).toHaveLength(1);
    expect({ ...scene.checkout(), refs: "" }).toEqual({ ...standing, refs: "" });
    expect(scene.leftovers()).toEqual([]);
  });
});

describe("a resumed run", () => {
  const stopped = async () => {
    const scene = tested({ "a.fails": "" });
    scene.order();
    scene.answers({ "WO-01/attempt-1": "no JSON" });
    await scene.run(["--branch", "work", "--max-attempts", "1"]);
    scene.answers({ "WO-01/attempt-2": scene.answer({ "greet.js": "1\n" }) });
    return scene;
  };
  const resume = (scene: Scene) => scene.llmch(["resume", "--artifacts-dir", scene.artifacts, "--max-attempts", "+1"]);

  test("knows what failed before it", async () => {
    const scene = await stopped();
    const { code } = await resume(scene);
    expect(code).toBe(0);
    expect(commandsOf(runOf(scene))).toEqual([...RED_AND_LOOKED_INTO, "baseline_acceptance", "verify", "acceptance"]);
    expect(eventsOf(runOf(scene), "baseline_verified")).toHaveLength(1);
  });

  test("verifies again what its record cannot vouch for", async () => {
    const scene = await stopped();
    const document = join(runOf(scene), "baseline_verification.json");
    writeFileSync(
      document,
      JSON.stringify({ ...readJsonFile(runOf(scene), "baseline_verification.json"), tree: "0".repeat(40) }),
    );
    expect((await resume(scene)).code).toBe(0);
    expect(eventsOf(runOf(scene), "baseline_verified")).toHaveLength(2);
  });
});

describe("llmch doctor", () => {
  const doctor = (scene: Scene, ...flags: readonly string[]) =>
    scene.llmch([
      "doctor",
      scene.orders,
      "--repo",
      scene.repo,
      "--artifacts-dir",
      scene.artifacts,
      "--offline",
      ...flags,
    ]);

  test("runs nothing of the repo unless it is asked to, and says what is known", async () => {
    const scene = tested();
    scene.order();
    expect((await doctor(scene)).stdout).toMatch(
      /^OK +baseline +not verified yet: --verify runs bash scripts\/verify\.sh$/m,
    );
    const { stdout } = await doctor(scene, "--verify");
    expect(stdout).toMatch(/^OK +baseline +the repo verifies: bash scripts\/verify\.sh$/m);
    expect((await doctor(scene)).stdout).toMatch(
      /^OK +baseline +verified by an earlier run: bash scripts\/verify\.sh$/m,
    );
    expect([scene.runs(), scene.leftovers()]).toEqual([[], []]);
  });

  test("says how a run would end, and what it would excuse", async () => {
    const lacking = createScene({ files: TOOLS });
    lacking.order();
    const found = await doctor(lacking, "--verify");
    expect(found.stdout).not.toContain("llmch doctor");
    expect(found.stdout).toMatch(
      /^MISSING +baseline +`npm test` cannot verify the repo as it is: the program xo is missing: /m,
    );
    expect(found.code).toBe(1);
    const red = tested({ "a.fails": "" });
    red.order();
    expect((await doctor(red, "--verify")).stdout).toMatch(
      /^WARN +baseline +1 command failed; these tests failed before the order.*: a \(bash/m,
    );
    expect(red.leftovers()).toEqual([]);
  });
});
