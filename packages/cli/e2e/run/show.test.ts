import { existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { createScene, gitIn, type Scene, sha256 } from "../scene.ts";

let scene: Scene;
let schedule: string;
let order: string;
const llmch = (...argv: string[]) => scene.llmch([...argv, "--artifacts-dir", scene.artifacts]);

beforeAll(async () => {
  scene = createScene({ files: { "greet.js": "one\ntwo\n" } });
  scene.order({ title: "Grüße — 挨拶", acceptance_commands: ["grep -q right greet.js"] });
  scene.order({ id: "WO-02", title: "Say more", allowed_files: ["more.js"] });
  scene.answers({
    "WO-01/attempt-1": scene.answer({ "greet.js": "one\nwrong\n" }),
    "WO-01/attempt-2": scene.answer({ "greet.js": "one\nstill \u001b[31mwrong\n" }),
  });
  const run = await scene.runAll(["--branch", "work", "--max-attempts", "2"]);
  expect(run.code).toBe(1);
  [schedule = ""] = scene.runs("run-all").map((path) => basename(path));
  [order = ""] = scene.runs().map((path) => basename(path));
});

describe("a failed run-all", () => {
  test("tells what was asked, answered, refused and changed, and how to go on", async () => {
    const { code, stdout, stderr } = await llmch("show");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const lines = stdout.split("\n").map((line) => line.trim());
    expect(lines[0]).toBe("FAIL  0 of 2 orders passed; WO-01 failed (acceptance_failed)");
    for (const line of [
      "WO-01  Grüße — 挨拶",
      "attempt 2 of 2  refused: acceptance_failed",
      "gates    propose ok > validate ok > apply ok > verify ok > accept refused",
      "answer   Did as the order says.",
      "refused  grep -q right greet.js (exit 1)",
      "greet.js  +1 -1",
      "-two",
      "+wrong",
      "changed since attempt 1",
      "+still wrong",
      `llmch resume ${schedule} --artifacts-dir ${scene.artifacts} --max-attempts +2`,
    ]) {
      expect(lines.some((told) => told === line || told.startsWith(`${line}  `) || told.endsWith(`  ${line}`))).toBe(
        true,
      );
    }
    expect(stdout).not.toContain("\u001b");
    expect(lines.at(-2)).toMatch(
      /^FAIL {2}0 of 2 orders passed; WO-01 failed after 2 attempts: acceptance_failed: grep/,
    );
    const quiet = await llmch("show", "--quiet");
    expect(quiet.stdout).toBe(`${lines.at(-2)}\n`);
  });

  test("is one document with --json: the story, with the texts that were overwritten", async () => {
    const { stdout } = await llmch("show", schedule.slice(0, 12).toLowerCase(), "--order", "1", "--json");
    expect(JSON.parse(stdout)).toMatchObject({
      schema_version: 1,
      command: "show",
      ok: true,
      run_id: order,
      story: {
        kind: "factory",
        verdict: "FAIL",
        attempts: [
          { proposal: { writes: [{ base: { kind: "text", text: "one\ntwo\n" } }] } },
          { brief: { exit_code: 1 } },
        ],
      },
    });
  });

  test("prints prompts and answers verbatim", async () => {
    const prompt = await llmch("show", "--prompt");
    expect(prompt.stdout).toBe(
      readFileSync(join(scene.artifacts, "factory", order, "attempt_2/se_prompt.txt"), "utf8"),
    );
    const response = await llmch("show", order, "--response", "--attempt", "1");
    expect(JSON.parse(response.stdout)).toMatchObject({ writes: [{ content: "one\nwrong\n" }] });
  });
});

test("runs are listed, with the orders' own if asked for", async () => {
  const { stdout } = await llmch("runs", "--all", "--json");
  const { runs, counts } = JSON.parse(stdout);
  expect(counts).toEqual({ runs: 2, more: 0 });
  expect(runs).toMatchObject([
    { run_id: order, state: "failed", title: "Grüße — 挨拶", schedule, attempts: 2 },
    {
      run_id: schedule,
      state: "failed",
      next: expect.arrayContaining([
        expect.objectContaining({ command: expect.stringContaining("--max-attempts +2") }),
      ]),
      orders: { total: 2, passed: 0, stopped_at: "WO-01" },
      directory: scene.runs("run-all")[0],
    },
  ]);
  expect((await llmch("runs")).stdout).toMatch(
    new RegExp(`^RUN .*\n${schedule}  failed {2}run-all {2}0 of 2 orders passed, stopped at WO-01 .*\n$`),
  );
});

test.each<[readonly string[], RegExp]>([
  [["01"], /^error: 2 runs begin with 01: .+: give more of the id\n$/],
  [["01ARZ"], /^error: there is no run 01ARZ in .+: `llmch runs.*` lists .+\n$/],
  [["--order", "WO-02"], /^error: WO-02 was not begun: name another order\n$/],
  [["--attempt", "9"], /^error: there is no attempt 9: the run made 2 attempts\n$/],
])("show %j is refused in one line", async (argv, said) => {
  const { code, stdout, stderr } = await llmch("show", ...argv);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(said);
});

test("a half-written run is shown as such", async () => {
  const journal = join(scene.artifacts, "factory", order, "events.jsonl");
  const whole = readFileSync(journal, "utf8");
  writeFileSync(journal, whole.slice(0, whole.indexOf('"attempt_failed"')));
  const { code, stdout } = await llmch("show", order);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^INTERRUPTED {2}WO-01/);
  expect(stdout).toMatch(/fault: events.jsonl:\d+: it was cut off as it was being written/);
  writeFileSync(journal, whole);
});

test("the files that a failed attempt proposed come into a new worktree, and none leads out of it", async () => {
  const scene = createScene({ files: { "greet.js": "one\n", "old.js": "old\n" } });
  symlinkSync("..", join(scene.repo, "out"));
  scene.git("add", "out");
  scene.git("commit", "--quiet", "--message", "a link");
  scene.order({ allowed_files: ["greet.js", "old.js"], acceptance_commands: ["grep -q right greet.js"] });
  const { writes } = JSON.parse(scene.answer({ "greet.js": "wrong\n", "src/new.js": "1;\n", "out/x": "x\n" }));
  const old = { path: "old.js", base_sha256: sha256("old\n"), delete: true };
  const strange = { ...writes[1], path: "../y.js" };
  const proposed = { summary: "Did it.", writes: [...writes, old, strange] };
  scene.answers({ "WO-01/attempt-1": JSON.stringify(proposed), "WO-01/attempt-2": "no" });
  expect((await scene.run(["--max-attempts", "2"])).code).toBe(1);
  const before = scene.checkout();
  const show = (...more: string[]) =>
    scene.llmch(["show", "last", "--artifacts-dir", scene.artifacts, "--apply", ...more]);
  const { code, stdout, stderr } = await show("tried");
  const tried = join(scene.root, "tried");
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining(`llmch land WO-01 --repo ${tried}`) });
  expect(stdout).toContain(`${tried}: attempt 1 of WO-01: greet.js, src/new.js, old.js\n`);
  expect(stdout).toContain("left out: out/x: out is a symbolic link\nleft out: ../y.js: it is no path in the repo\n");
  expect(gitIn(tried)("status", "--porcelain", "--untracked-files=all")).toBe(" M greet.js\n D old.js\n?? src/new.js");
  expect([existsSync(join(scene.root, "x")), existsSync(join(scene.root, "y.js"))]).toEqual([false, false]);
  expect({ ...scene.checkout(), worktrees: null }).toEqual({ ...before, worktrees: null });
  for (const more of [["tried"], ["new", "--attempt", "2"], [scene.repo]])
    expect((await show(...more)).code, more.join(" ")).toBe(1);
  expect(existsSync(join(scene.root, "new"))).toBe(false);
});
