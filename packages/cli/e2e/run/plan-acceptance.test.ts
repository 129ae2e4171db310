import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setInterval } from "node:timers/promises";
import { isJsonObject, type JsonObject, type JsonValue } from "@llmch/text";
import { expect, test } from "vitest";
import { createScene, gitIn, readJsonFile, readJsonLines, type Scene } from "../scene.ts";

/** Holds once both files are there and agree. */
const SUM = "sh -c 'test $(($(cat one.txt) + $(cat two.txt))) = 3'";

interface Planned {
  readonly acceptance?: readonly unknown[];
  /** What the second order writes; with 2, the whole holds. */
  readonly second?: number;
  readonly format?: number;
}

/** A plan of two orders, each right by itself, and what must hold once both have landed. */
const planScene = ({ acceptance = [SUM], second = 2, format }: Planned = {}): Scene => {
  const scene = createScene();
  const paths = { "one.txt": 1, "two.txt": second };
  const orders = Object.entries(paths).map(([path, value], index) => {
    const id = `WO-0${index + 1}`;
    const provenance = format === undefined ? {} : { provenance: { planner_run_id: "01", bootstrap: false, format } };
    const file = scene.order({ id, title: `Write ${path}`, allowed_files: [path], ...provenance });
    scene.answers({ [`${id}/attempt-1`]: scene.answer({ [path]: `${value}\n` }) });
    return readJsonFile(file, "");
  });
  writeFileSync(manifest(scene), JSON.stringify({ plan_acceptance: acceptance, work_orders: orders }));
  return scene;
};

const manifest = ({ orders }: Scene) => join(orders, "WORK_ORDERS_MANIFEST.json");
const runAll = (scene: Scene, ...flags: readonly string[]) => scene.runAll(["--branch", "work", ...flags]);
const resume = (scene: Scene, ...flags: readonly string[]) =>
  scene.llmch(["resume", "--artifacts-dir", scene.artifacts, ...flags]);
const lastRun = (scene: Scene) => scene.runs("run-all").at(-1) ?? "";
const objectIn = (value: JsonValue): JsonObject => (isJsonObject(value) ? value : {});
const eventsOf = (scene: Scene, type: string) =>
  readJsonLines(lastRun(scene), "events.jsonl").filter((event) => objectIn(event).type === type);

test.concurrent("a plan that holds as a whole passes, and was tried before anything was paid", async () => {
  const scene = planScene({ acceptance: [SUM, { command: "sh -c 'grep -q 1 one.txt two.txt'", hidden: true }] });
  const { code, stdout, stderr } = await runAll(scene);
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(/\nPASS {2}2 of 2 orders {2}on work {2}NO TEST RAN, 3 checks, 1 hidden\n/),
  ]);
  expect(stderr).toMatch(/run-all {2}the plan's own checks: ok/);
  const tip = scene.git("rev-parse", "work");
  expect(eventsOf(scene, "plan_judged")).toMatchObject([{ commit: tip, brief: null }]);
  expect(readJsonFile(lastRun(scene), "plan_acceptance_result.json")).toMatchObject({ ok: true, commit: tip });
  const types = readJsonLines(lastRun(scene), "events.jsonl").map((event) => objectIn(event).type);
  expect(types.indexOf("acceptance_tried")).toBeLessThan(types.indexOf("order_run_started"));
  for (const run of scene.runs())
    expect(readFileSync(join(run, "attempt_1/se_prompt.txt"), "utf8")).not.toMatch(/one\.txt\) \+|grep -q 1/);
  expect(scene.leftovers()).toEqual([]);
});

test.concurrent("a plan whose orders do not hold together fails after they landed, with a line that finds the commit", async () => {
  const scene = planScene({ second: 7 });
  const remote = join(scene.root, "remote.git");
  scene.git("init", "-q", "--bare", remote);
  scene.git("remote", "add", "origin", remote);
  const failed = await runAll(scene, "--push", "end", "--json");
  expect(failed.code).toBe(1);
  const told = JSON.parse(failed.stdout);
  const { hint } = told.errors[0];
  expect(told).toMatchObject({
    verdict: "FAIL",
    counts: { orders: 2, passed: 2, failed: 0 },
    errors: [{ code: "plan_acceptance_failed", message: expect.stringContaining(SUM) }],
    failure_brief: { stage: "plan_acceptance_failed", command: SUM, exit_code: 1, failed_before: true },
    push: { pushed: false },
  });
  expect(gitIn(remote)("for-each-ref")).toBe("");
  expect(scene.git("log", "--format=%s", "work").split("\n")).toHaveLength(3);
  expect(readJsonFile(lastRun(scene), "run_summary.json")).toMatchObject({
    ...{ verdict: "FAIL", exit_code: 1, stage: "plan_acceptance_failed" },
    failure_brief: {
      stage: "plan_acceptance_failed",
      bisect: expect.stringMatching(/^git bisect start work [0-9a-f]{40} && git bisect run sh -c /),
    },
  });
  expect(hint).toMatch(/^cd \S+ && git bisect start work/);
  const pasted = execFileSync("sh", ["-c", hint], { cwd: scene.root, encoding: "utf8", stdio: "pipe" });
  expect(pasted).toMatch(/is the first bad commit/);
  scene.git("bisect", "reset");

  const shown = await scene.llmch(["show", "--artifacts-dir", scene.artifacts]);
  expect(shown.stdout).toMatch(/^FAIL {2}2 of 2 orders passed; the whole failed \(plan_acceptance_failed\)\n/);
  expect(shown.stdout).toContain(SUM);
  expect(shown.stdout).toMatch(/git bisect start work/);
  const report = await scene.llmch(["report", "--artifacts-dir", scene.artifacts, "--out", "page.html"]);
  expect(report.code).toBe(0);
  expect(readFileSync(join(scene.root, "page.html"), "utf8")).toContain("<strong>plan_acceptance_failed</strong>");
});

test.concurrent("it is judged again once its user has mended the branch by hand, and by a run-all that has nothing else to do", async () => {
  const scene = planScene({ second: 7 });
  const first = await runAll(scene);
  expect(first.stdout).toMatch(/FAIL {2}2 of 2 orders passed; the whole failed/);
  expect(first.stderr).toMatch(
    /it failed before the first order too.*where it held in between, give that commit instead:/,
  );
  const again = await runAll(scene);
  expect([again.code, again.stdout]).toEqual([
    1,
    expect.stringMatching(/\nFAIL {2}2 of 2 orders passed \(2 done before\); the whole/),
  ]);
  const start = scene.git("rev-parse", "main");
  expect(again.stderr).toContain("finds the commit at which it began to fail, if it held before:");
  expect(again.stderr).toContain(`git bisect start work ${start} && git bisect run`);
  scene.git("switch", "-q", "work");
  scene.commit({ "two.txt": "2\n" });
  const mended = await resume(scene);
  expect([mended.code, mended.stdout]).toEqual([0, expect.stringMatching(/\nPASS {2}2 of 2 orders \(2 done before\)/)]);
  const done = await runAll(scene);
  expect([done.code, eventsOf(scene, "plan_judged")]).toMatchObject([0, [{ brief: null }]]);
  expect(done.stdout).toMatch(/PASS {2}2 of 2 orders \(2 done before\) {2}NO TEST RAN, 3 checks\n/);
});

test.concurrent("it is not judged as long as an order is left undone, and is once the last one has landed", async () => {
  const scene = planScene({ second: 7 });
  expect(await runAll(scene, "--only", "WO-01")).toMatchObject({ code: 0 });
  expect(eventsOf(scene, "plan_judged")).toEqual([]);
  const whole = await runAll(scene, "--only", "WO-02");
  expect([whole.code, whole.stdout]).toEqual([1, expect.stringContaining("the whole failed (plan_acceptance_failed)")]);
});

test.concurrent("what holds before the first order proves nothing: a compiled plan ends there, another is warned of it", async () => {
  const holds = { acceptance: ["test -e README.md"] };
  const compiled = planScene({ ...holds, format: 2 });
  const refused = await runAll(compiled);
  expect([refused.code, refused.stdout]).toEqual([1, "FAIL  0 of 2 orders passed; the whole failed (preflight)\n"]);
  expect(refused.stderr).toMatch(/\[W221\] the acceptance holds before the work.*`test -e README\.md`/);
  expect(refused.stderr).not.toContain("git bisect");
  expect(compiled.runs()).toEqual([]);
  expect((await resume(compiled)).code).toBe(1);
  const byHand = planScene(holds);
  const warned = await runAll(byHand);
  expect([warned.code, warned.stderr]).toEqual([0, expect.stringContaining("warning: [W221] the acceptance holds")]);
  expect((await runAll(planScene(holds), "--strict")).code).toBe(1);
});

test.concurrent("a run that is killed while the whole is judged is judged when it is carried on", async () => {
  const marks = createScene().root;
  const ran = join(marks, "ran");
  const slow = `sh -c "test -e two.txt || exit 1; test -e '${ran}' && exit 0; touch '${ran}'; exec sleep 120"`;
  const scene = planScene({ acceptance: [slow] });
  let waiting = false;
  const killed = await runAllKilled(scene, async (_, kill) => {
    if (waiting) return;
    waiting = true;
    for await (const _ of setInterval(10)) if (existsSync(ran)) break;
    kill("SIGKILL");
  });
  expect(killed.signal).toBe("SIGKILL");
  expect(eventsOf(scene, "plan_judged")).toEqual([]);
  // It has what to judge from its journal.
  writeFileSync(manifest(scene), JSON.stringify({ plan_acceptance: "exit 1" }));
  const resumed = await resume(scene);
  expect([resumed.code, resumed.stdout]).toEqual([0, expect.stringMatching(/\nPASS {2}2 of 2 orders/)]);
  expect(eventsOf(scene, "plan_judged")).toMatchObject([{ brief: null }]);
  expect(scene.leftovers()).toEqual([]);
});

const runAllKilled = (scene: Scene, onOutput: NonNullable<Parameters<Scene["runAll"]>[1]>["onOutput"]) =>
  scene.runAll(["--branch", "work", "--no-sandbox"], { ...(onOutput && { onOutput }) });

test.concurrent("a command that changes what the orders wrote judges something else, and fails", async () => {
  const scene = planScene({
    second: 7,
    acceptance: ["sh -c 'test -e two.txt && echo 2 > two.txt && grep -q 2 two.txt'"],
  });
  const { code, stderr } = await runAll(scene);
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/changed two\.txt, and did so again after they were put back/),
  ]);
});

test.concurrent("other files that it changes are put back, and named", async () => {
  const changing = "sh -c 'test -e two.txt && echo more >> README.md && echo new > new.txt'";
  const scene = planScene({ acceptance: [changing, SUM] });
  const { code, stderr, stdout } = await runAll(scene, "--json");
  const drift = { message: expect.stringMatching(/changed README\.md, new\.txt \(drift\)/) };
  expect([code, JSON.parse(stdout).warnings]).toEqual([0, expect.arrayContaining([expect.objectContaining(drift)])]);
  expect(stderr).not.toContain("failed");
  expect(readJsonFile(lastRun(scene), "run_summary.json")).toMatchObject({ warnings: [drift.message] });
});

test.concurrent("a dry run names the commands, and runs none", async () => {
  const scene = planScene();
  const { stdout } = await runAll(scene, "--dry-run", "--json");
  expect(JSON.parse(stdout).commands.acceptance["the whole"]).toEqual([SUM]);
  expect(scene.runs("run-all")).toEqual([]);
});

test.concurrent.each<[string, unknown, string]>([
  ["a text", SUM, "/plan_acceptance"],
  ["an object", { command: SUM }, "/plan_acceptance"],
  ["a number", [3], "/plan_acceptance/0"],
  ["an entry without a command", [SUM, { cmd: SUM }], "/plan_acceptance/1"],
])("%s instead of commands refuses check and the run, and is not passed over", async (_, acceptance, pointer) => {
  const scene = planScene();
  const work_orders = ["WO-01", "WO-02"].map((id) => readJsonFile(scene.orders, `${id}.json`));
  writeFileSync(manifest(scene), JSON.stringify({ plan_acceptance: acceptance, work_orders }));
  const checked = await scene.llmch(["check", scene.orders, "--json"]);
  expect(JSON.parse(checked.stdout).errors).toMatchObject([{ code: "E005", pointer }]);
  const { code, stderr } = await runAll(scene);
  expect([code, stderr]).toEqual([1, expect.stringContaining("E005")]);
  expect([scene.runs(), scene.runs("run-all")]).toEqual([[], []]);
});

test.concurrent("a command that cannot be split refuses the run before anything is made", async () => {
  const scene = planScene({ acceptance: ["echo 'x"] });
  const { code, stderr } = await runAll(scene);
  expect([code, stderr]).toEqual([1, expect.stringContaining("E007")]);
  expect(scene.runs("run-all")).toEqual([]);
});
