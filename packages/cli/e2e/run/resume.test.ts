import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { setInterval } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Invocation } from "../command-line.ts";
import { createScene, readJsonFile, readJsonLines, type Scene } from "../scene.ts";

/** A command that signals that it runs, and takes long only the first time that the order's file exists. */
const longOnce = ({ root }: Scene, file = "greet.js") =>
  `sh -c "test -e ${file} || exit 1; test -e '${join(root, "ran")}' && exit 0; touch '${join(root, "ran")}'; exec sleep 120"`;

/** Sends the signal once the long command runs. */
const whenItRuns = ({ root }: Scene, signal: NodeJS.Signals): NonNullable<Invocation["onOutput"]> => {
  let waiting = false;
  return async (_stderr, kill) => {
    if (waiting) return;
    waiting = true;
    for await (const _ of setInterval(10)) if (existsSync(join(root, "ran"))) break;
    kill(signal);
  };
};

/** Removes the recorded answers, so that asking again finds nothing. */
const forgetAnswers = ({ record }: Scene) => writeFileSync(record, "");

const resume = (scene: Scene, flags: readonly string[] = []) =>
  scene.llmch(["resume", "--artifacts-dir", scene.artifacts, ...flags]);

test.each(["SIGINT", "SIGKILL"] as const)("a run that %s ended resumes with the recorded answer", async (signal) => {
  const scene = createScene();
  scene.order({ acceptance_commands: [longOnce(scene)] });
  scene.answers({ "WO-01/attempt-1": scene.answer({ "greet.js": "1\n" }) });
  const standing = scene.checkout();
  await scene.run(["--branch", "work", "--no-sandbox"], { onOutput: whenItRuns(scene, signal) });
  expect(scene.git("branch", "--list", "work")).toBe("");
  forgetAnswers(scene);

  const listed = await scene.llmch(["runs", "--artifacts-dir", scene.artifacts]);
  expect(listed.stdout).toMatch(/ interrupted {2}run .*WO-01 /);
  expect(listed.stderr).toMatch(/^to continue the newest:\n {2}llmch resume /m);
  const { code, stdout, stderr } = await resume(scene);
  expect(stderr).toContain("the recorded answer to WO-01/attempt-1 is used again");
  expect(stdout).toMatch(/^PASS {2}WO-01/);
  expect(code).toBe(0);
  expect(scene.git("log", "--format=%s", "work")).toBe("WO-01: Greet by name\nstart");
  expect(scene.leftovers()).toEqual([]);
  const runs = scene.runs();
  expect(runs).toHaveLength(1);
  const [run = ""] = runs;
  expect(readJsonFile(run, "run_summary.json")).toMatchObject({ verdict: "PASS", total_attempts: 1 });
  expect(readJsonLines(run, "exchanges.jsonl")).toHaveLength(1);
  expect({ ...scene.checkout(), refs: "" }).toEqual({ ...standing, refs: "" });

  const again = await resume(scene);
  expect(again.code).toBe(1);
  expect(again.stderr).toContain("there is no unfinished run");
});

test.each(["run", "runAll"] as const)(
  "after `%s`, another repo in the place of its own is refused",
  async (command) => {
    const scene = createScene();
    const failing = { acceptance_commands: ["grep -q right greet.js"], allowed_files: ["greet.js"] };
    if (command === "run") scene.order(failing);
    else {
      scene.order({ allowed_files: ["first.js"] });
      scene.order({ id: "WO-02", ...failing });
    }
    const wrong = scene.answer({ "greet.js": "wrong\n" });
    const first = command === "run" ? wrong : scene.answer({ "first.js": "1\n" });
    scene.answers({ "WO-01/attempt-1": first, "WO-02/attempt-1": wrong });
    await scene[command](["--max-attempts", "1"]);
    rmSync(join(scene.repo, ".git"), { recursive: true });
    scene.git("init", "-q");
    scene.git("config", "user.email", "test@example.com");
    scene.git("config", "user.name", "Test");
    scene.commit({ "other.txt": "" });
    const { code, stderr } = await resume(scene, ["--max-attempts", "+1"]);
    expect(stderr).toMatch(
      /holds neither \S+ nor [0-9a-f]{10}, the commit that the run started from: put the repo back/,
    );
    expect(code).toBe(1);
  },
);

test.each([
  ["main", /holds neither work nor [0-9a-f]{10}, /],
  ["work", /does not hold [0-9a-f]{10}, /],
])("a shallow clone of %s says how it gets what the run started from", async (branch, lacks) => {
  const scene = createScene();
  scene.order();
  scene.order({ id: "WO-02", allowed_files: ["bye.js"] });
  scene.answers({ "WO-01/attempt-1": scene.answer({ "greet.js": "1\n" }) });
  await scene.runAll(["--branch", "work", "--no-sandbox", "--max-attempts", "1"]);
  expect(scene.git("log", "-1", "--format=%s", "work")).toBe("WO-01: Greet by name");
  scene.commit({ "later.txt": "" });
  const whole = join(scene.root, "whole");
  renameSync(scene.repo, whole);
  execFileSync("git", ["clone", "-q", "--depth", "1", "--branch", branch, `file://${whole}`, scene.repo]);
  scene.git("switch", "-q", "-C", "mine");
  scene.answers({ "WO-02/attempt-1": scene.answer({ "bye.js": "2\n" }) });
  const refused = await resume(scene, ["--no-sandbox"]);
  expect(refused.stderr).toMatch(lacks);
  expect(refused.stderr).toContain(
    `: fetch what the shallow clone lacks: \`git -C ${scene.repo} fetch --unshallow\`, or `,
  );
  expect(refused.code).toBe(1);
  scene.git("fetch", "-q", "--unshallow");
  expect(await resume(scene, ["--no-sandbox"])).toMatchObject({ code: 0 });
});

const NOT_ISOLATED_NOW = /commands are not isolated \(--no-sandbox\) from here on; before, they were /;

test("a run-all says for all of its orders that commands are not isolated as before", async () => {
  const scene = createScene();
  scene.order();
  await scene.runAll(["--branch", "work"]);
  scene.answers({ "WO-01/attempt-1": scene.answer({ "greet.js": "1\n" }) });
  const done = await resume(scene, ["--no-sandbox"]);
  expect(done, done.stderr).toMatchObject({ code: 0 });
  expect(done.stderr).toMatch(new RegExp(` run-all {2}warning: ${NOT_ISOLATED_NOW.source}`));
  expect(done.stderr).not.toMatch(/ WO-01.* warning: commands/);
  const { stdout } = await scene.llmch(["show", "--artifacts-dir", scene.artifacts]);
  expect(stdout).toMatch(NOT_ISOLATED_NOW);
});

test("an exhausted order gets more attempts, and is told about the earlier ones", async () => {
  const scene = createScene();
  scene.order({ acceptance_commands: ["grep -q right greet.js"] });
  const wrong = scene.answer({ "greet.js": "wrong\n" });
  scene.answers({ "WO-01/attempt-1": wrong, "WO-01/attempt-2": wrong });
  const failed = await scene.run(["--max-attempts", "2"]);
  expect(failed.code).toBe(1);
  expect(failed.stderr).toMatch(/to continue:\n {2}llmch resume \S+ --artifacts-dir \S+ --max-attempts \+2/);

  const refused = await resume(scene);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toMatch(
    /WO-01 has used its 2 attempts: give it more: `llmch resume \S+ --artifacts-dir \S+ --max-attempts \+2`/,
  );

  scene.answers({ "WO-01/attempt-3": scene.answer({ "greet.js": "right\n" }) });
  const brief = "The file must say right; nothing else is looked at.";
  const { code, stdout, stderr } = await resume(scene, ["--max-attempts", "+2", "--brief", brief, "--no-sandbox"]);
  expect(stdout).toMatch(/^PASS {2}WO-01 .*\(3 attempts/);
  expect(stderr).toMatch(NOT_ISOLATED_NOW);
  expect(code).toBe(0);
  const [run = ""] = scene.runs();
  const prompt = readFileSync(join(run, "attempt_3/se_prompt.txt"), "utf8");
  expect(prompt).toContain("Attempts 1 and 2 failed in the same way.");
  expect(prompt).toContain("wrong");
  expect(prompt).toContain(`## What the user says to the failed attempts\n\n${brief}`);
  expect((await scene.llmch(["audit", basename(run), "--artifacts-dir", scene.artifacts])).code).toBe(0);
});

test("an order that its user leaves out is skipped from then on, and the plan is not judged as a whole", async () => {
  const scene = createScene();
  for (const id of ["WO-01", "WO-02", "WO-03"])
    scene.order({ id, allowed_files: [`${id}.js`], acceptance_commands: [`grep -q right ${id}.js`] });
  const work_orders = ["WO-01", "WO-02", "WO-03"].map((id) => ({ id, depends_on: [] }));
  const manifest = join(scene.orders, "WORK_ORDERS_MANIFEST.json");
  writeFileSync(manifest, JSON.stringify({ plan_acceptance: ["false"], work_orders }));
  const says = (id: string, text: string) => scene.answer({ [`${id}.js`]: `${text}\n` });
  scene.answers({ "WO-01/attempt-1": says("WO-01", "right"), "WO-02/attempt-1": says("WO-02", "wrong") });
  expect((await scene.runAll(["--branch", "work", "--max-attempts", "1"])).stderr).toMatch(/resume .* --skip WO-02/);
  expect((await resume(scene, ["--skip", "WO-01"])).stderr).toContain("it still has to carry out WO-02, WO-03");
  scene.answers({ "WO-03/attempt-1": says("WO-03", "wrong"), "WO-03/attempt-2": says("WO-03", "right") });
  const failed = await resume(scene, ["--skip", "WO-02"]);
  expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining("WO-02 was left out, as you said") });
  const ended = await resume(scene, ["--max-attempts", "+1"]);
  expect(ended).toMatchObject({ code: 0, stderr: expect.stringContaining("the plan was not judged as a whole") });
  expect(scene.git("log", "--format=%s", "work")).toMatch(/^WO-03.*\nWO-01/);
});

test("an attempt that repeats the changes of the one before ends the order, unless told otherwise", async () => {
  const scene = createScene();
  scene.order({ acceptance_commands: ["grep -q right greet.js"] });
  const wrong = scene.answer({ "greet.js": "wrong\n" });
  scene.answers({ "WO-01/attempt-1": wrong, "WO-01/attempt-2": wrong, "WO-01/attempt-3": wrong });
  const { code, stdout, stderr } = await scene.run();
  expect(stdout).toMatch(/^FAIL {2}WO-01 {2}acceptance_failed \(2 attempts/);
  expect(code).toBe(1);
  expect(stderr).toContain("attempt 2 makes the same changes as the one before");
  const [run = ""] = scene.runs();
  expect(existsSync(join(run, "attempt_2/acceptance_0_stdout.txt"))).toBe(false);
  expect(readJsonFile(run, "run_summary.json")).toMatchObject({ ended_by: "repeat", total_attempts: 2 });
  scene.answers({ "WO-01/attempt-4": scene.answer({ "greet.js": "right\n" }) });
  const whole = await scene.run(["--no-stop-on-repeat", "--branch", "other"]);
  expect(whole.stdout).toMatch(/^PASS {2}WO-01 .*\(4 attempts/);
});

test("so does an answer that is refused a second time; what went on all the same is repeated as far as it went", async () => {
  const scene = createScene();
  scene.order();
  const outside = scene.answer({ "other.js": "1\n" });
  scene.answers({ "WO-01/attempt-1": outside, "WO-01/attempt-2": outside });
  const { code, stdout } = await scene.run(["--branch", "work"]);
  expect([code, stdout]).toEqual([1, expect.stringMatching(/^FAIL {2}WO-01 {2}write_scope_violation \(2 attempts/)]);
  const [run = ""] = scene.runs();
  expect(readJsonFile(run, "run_summary.json")).toMatchObject({
    ended_by: "repeat",
    attempts: [{ stage: "write_scope_violation" }, { stage: "write_scope_violation" }],
  });
  scene.answers({ "WO-01/attempt-3": scene.answer({ "greet.js": "right\n" }) });
  expect((await resume(scene)).stdout).toMatch(/^PASS {2}WO-01 .*\(3 attempts/);
  expect(readJsonFile(run, "run_summary.json").ended_by).toBeUndefined();
  const audit = await scene.llmch(["audit", basename(run), "--artifacts-dir", scene.artifacts]);
  expect([audit.code, audit.stdout]).toEqual([0, expect.stringMatching(/^PASS/)]);
});

test("a schedule resumes at the order that was broken off", async () => {
  const scene = createScene();
  scene.order({ allowed_files: ["first.js"] });
  scene.order({ id: "WO-02", allowed_files: ["second.js"], acceptance_commands: [longOnce(scene, "second.js")] });
  scene.order({ id: "WO-03", allowed_files: ["third.js"] });
  scene.answers({
    "WO-01/attempt-1": scene.answer({ "first.js": "1\n" }),
    "WO-02/attempt-1": scene.answer({ "second.js": "2\n" }),
  });
  const killed = await scene.runAll(["--no-sandbox"], { onOutput: whenItRuns(scene, "SIGKILL") });
  expect(killed.signal).toBe("SIGKILL");
  const [schedule = ""] = scene.runs("run-all");
  const branch = String(readJsonFile(schedule, "run.json").working_branch);
  forgetAnswers(scene);
  scene.answers({ "WO-03/attempt-1": scene.answer({ "third.js": "3\n" }) });
  scene.order({ id: "WO-03", title: "Changed meanwhile", allowed_files: ["third.js"] });

  const { code, stdout, stderr } = await resume(scene, ["--json"]);
  expect(code).toBe(0);
  expect(stderr).not.toContain("any more");
  expect(stderr).toMatch(/WO-03.json was changed since: a new `llmch run-all` on the branch takes the change/);
  expect(JSON.parse(stdout)).toMatchObject({
    command: "resume",
    verdict: "PASS",
    runs: [{ work_order_id: "WO-02" }, { work_order_id: "WO-03" }],
    counts: { orders: 3, passed: 2, skipped: 1 },
  });
  expect(scene.git("log", "--format=%s", branch).split("\n")).toEqual([
    "WO-03: Greet by name",
    "WO-02: Greet by name",
    "WO-01: Greet by name",
    "start",
  ]);
  expect(scene.runs()).toHaveLength(3);
  expect(readJsonFile(schedule, "run_summary.json")).toMatchObject({ verdict: "PASS", exit_code: 0 });
  expect(scene.leftovers()).toEqual([]);
});

test("a part of a schedule, a finished run, an unknown one and an older one are refused by name", async () => {
  const scene = createScene();
  scene.order();
  scene.answers({ "WO-01/attempt-1": scene.answer({ "greet.js": "1\n" }) });
  const passed = await scene.runAll(["--json"]);
  const { run_id: schedule, runs } = JSON.parse(passed.stdout);
  const cases = [
    [schedule, /has passed: there is nothing left to do/],
    [runs[0].run_id, new RegExp(`is a part of the run-all ${schedule}: resume that one`)],
    ["01ARZ3NDEKTSV4RRFFQ69G5FAV", /there is no run 01ARZ3NDEKTSV4RRFFQ69G5FAV/],
  ] as const;
  for (const [run, sentence] of cases) {
    const refused = await resume(scene, [run]);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(sentence);
  }
  const journal = join(String(runs[0].artifacts), "events.jsonl");
  writeFileSync(journal, readFileSync(journal, "utf8").replace('"format":2', '"format":1'));
  const older = await resume(scene, [runs[0].run_id]);
  expect(older.stderr).toMatch(/was made by another version of llmch: its events have format 1/);
  writeFileSync(journal, readFileSync(journal, "utf8").replace('"format":1', '"format":9'));
  expect((await resume(scene, [runs[0].run_id])).stderr).toMatch(
    /was made by another version of llmch: its events have format 9/,
  );
  writeFileSync(
    journal,
    readFileSync(journal, "utf8").replace('"format":9', '"format":2').replace("propose", "prepose"),
  );
  expect((await resume(scene, [runs[0].run_id])).stderr).toMatch(/events\.jsonl, line \d+: its checksum does not fit/);
});

test.each(["changed", "the same"] as const)(
  "a run is not resumed once another has carried out its order: %s",
  async (how) => {
    const scene = createScene();
    scene.order({ acceptance_commands: [longOnce(scene)] });
    scene.answers({ "WO-01/attempt-1": scene.answer({ "greet.js": "old\n" }) });
    await scene.run(["--branch", "work", "--no-sandbox"], { onOutput: whenItRuns(scene, "SIGKILL") });
    if (how === "changed") scene.order({ title: "Greet anew" });
    scene.answers({ "WO-01/attempt-1": scene.answer({ "greet.js": "new\n" }) });
    expect((await scene.runAll(["--branch", "work", "--no-sandbox"])).code).toBe(0);
    const tip = scene.git("rev-parse", "work");

    const { code, stderr } = await resume(scene);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /WO-01 was carried out on work since, by the run [0-9A-Z]{26} \([0-9a-f]{10}\): there is nothing left/,
    );
    expect(scene.git("rev-parse", "work")).toBe(tip);
    expect(scene.leftovers()).toEqual([]);
  },
);

test("orders whose branch is gone are carried out again, which is reported", async () => {
  const scene = createScene();
  scene.order({ allowed_files: ["first.js"] });
  scene.order({ id: "WO-02", allowed_files: ["second.js"], acceptance_commands: [longOnce(scene, "second.js")] });
  scene.answers({
    "WO-01/attempt-1": scene.answer({ "first.js": "1\n" }),
    "WO-02/attempt-1": scene.answer({ "second.js": "2\n" }),
  });
  await scene.runAll(["--branch", "work", "--no-sandbox"], { onOutput: whenItRuns(scene, "SIGKILL") });
  scene.git("branch", "-D", "work");
  const { code, stderr } = await resume(scene);
  expect(stderr).toContain("warning: work does not hold WO-01 any more: it is carried out anew");
  expect(code).toBe(0);
  expect(scene.git("log", "--format=%s", "work").split("\n")).toHaveLength(3);
});

test("orders that seem done after a squash are not paid for again without a question", async () => {
  const scene = createScene();
  scene.order({ allowed_files: ["first.js"], postconditions: [{ kind: "file_exists", path: "first.js" }] });
  scene.order({ id: "WO-02", allowed_files: ["second.js"], acceptance_commands: ["grep -q 2 second.js"] });
  const first = { "WO-01/attempt-1": scene.answer({ "first.js": "1\n" }) };
  scene.answers({ ...first, "WO-02/attempt-1": scene.answer({ "second.js": "1\n" }) });
  expect((await scene.runAll(["--branch", "work", "--max-attempts", "1"])).code).toBe(1);
  scene.git("branch", "-f", "work", scene.git("commit-tree", "work^{tree}", "-p", "main", "-m", "All of it"));
  scene.answers({ ...first, "WO-02/attempt-2": scene.answer({ "second.js": "2\n" }) });
  const more = ["--max-attempts", "+1"];
  const { code, stderr } = await resume(scene, more);
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /WO-01 seems done, .*: go on with `llmch run-all --from WO-02 --artifacts-dir .*` if so, or .* --allow-stale$/m,
  );
  expect((await resume(scene, [...more, "--allow-stale"])).stderr).toContain("WO-01 any more: it is carried out anew");
});

test("a resumed run verifies as it began, and says so if the settings name other commands by now", async () => {
  const scene = createScene({ files: { "llmch.config.json": '{"verify": {"commands": ["false"]}}\n' } });
  scene.order();
  scene.answers({ "WO-01/attempt-1": scene.answer({ "greet.js": "1\n" }) });
  expect((await scene.runAll(["--branch", "work", "--max-attempts", "1"])).code).toBe(1);
  const more = ["--max-attempts", "+1"];
  expect((await resume(scene, more)).stderr).not.toContain("as it began");
  const set = await scene.llmch([
    "config",
    "set",
    "verify.commands",
    '["true", "test -e greet.js"]',
    "--repo",
    scene.repo,
  ]);
  expect(set).toMatchObject({ code: 0, stdout: expect.stringContaining("test -e greet.js") });
  expect((await resume(scene, more)).stderr).toMatch(
    /^warning: the run verifies with false, as it began; `llmch run-all` with --branch work verifies with true, test -e greet\.js, as/m,
  );
});
