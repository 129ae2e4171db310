import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { removeScenes, type Scene } from "../scene.ts";
import {
  assessment,
  build,
  buildOf,
  buildScene,
  claimedTooEarly,
  eventsOf,
  milestone,
  order,
  scopeOf,
  summaryOf,
  twoMilestones,
  window,
} from "./build-scene.ts";

afterAll(removeScenes);

const typesIn = (scene: Scene) => eventsOf(scene).map(({ type }) => type);
const idOf = (scene: Scene) => basename(buildOf(scene));
const readTextIn = (directory: string, name: string) => readFileSync(join(directory, name), "utf8");
const readText = (scene: Scene, name: string) => readTextIn(buildOf(scene), name);
const decide = (scene: Scene, ...words: readonly string[]) =>
  scene.llmch(["decide", ...words, "--artifacts-dir", scene.artifacts, "--json"]);

test("a scope waits for its user, and is asked for again with what they say", async () => {
  const other = scopeOf(milestone(1, "hello.js"), milestone(2, "bye.js"));
  const scene = buildScene((scene) => ({
    ...twoMilestones(scene),
    "scope/attempt-2": other,
    "window-01/plan/attempt-1": window([order(1, "hello.js")]),
    "window-01/WO-01/attempt-1": scene.answer({ "hello.js": "console.log('hello');\n" }),
    "window-02/plan/attempt-1": window([order(2, "bye.js")]),
  }));
  const waits = await build(scene, ["--json"]);
  expect(waits.code, waits.stderr).toBe(6);
  expect(JSON.parse(waits.stdout)).toMatchObject({ verdict: "ERROR", needs: [{ id: "scope", kind: "scope" }] });
  expect(typesIn(scene)).not.toContain("scope_taken");
  const status = await scene.llmch(["build", "spec.txt", "--status", "--artifacts-dir", scene.artifacts]);
  expect(status.stdout).toContain(`$EDITOR ${join(buildOf(scene), "scope.json")} && llmch resume ${idOf(scene)}`);
  const shown = await scene.llmch(["show", idOf(scene), "--artifacts-dir", scene.artifacts]);
  expect(shown.stdout).toMatch(
    / M1 {2}A user can run greet\.js\.\n +\[1\] The program must greet its user\.\n +1 check\n/,
  );
  expect(shown.stdout.split("A small program.")).toHaveLength(2);
  const [, how = ""] = /the checks' programs: llmch (show .* --checks)/.exec(shown.stdout) ?? [];
  const programs = await scene.llmch([...how.split(" "), "--artifacts-dir", scene.artifacts]);
  expect(programs.stdout).toMatch(/^M1 {2}A user can run greet\.js\.\n {10}node greet\.js\n\nM2 /);
  const listed = await scene.llmch(["runs", "--waiting", "--artifacts-dir", scene.artifacts, "--json"]);
  expect(JSON.parse(listed.stdout).runs).toHaveLength(1);

  const again = await decide(scene, idOf(scene), "scope", "reject", "call the file hello.js");
  expect(again.code, again.stderr).toBe(6);
  expect(JSON.parse(again.stdout)).toMatchObject({ needs: [{ id: "scope" }] });
  const prompt = readText(scene, "scope/prompt_attempt_2.txt");
  expect(prompt).toContain("call the file hello.js");
  const done = await decide(scene, "approve");
  expect(done, done.stderr).toMatchObject({ code: 0 });
  expect(done.stderr).toMatch(/goes on in this terminal; with --no-resume .*\n[\s\S]* {2}build {2}planning window 1\n/);
  expect(summaryOf(scene)).toMatchObject({ verdict: "PASS", milestones: [{ state: "done" }, { state: "done" }] });
  const step = await scene.llmch([
    "show",
    basename(scene.runs("run-all")[0] ?? ""),
    "--checks",
    "--artifacts-dir",
    scene.artifacts,
  ]);
  expect(step).toMatchObject({ code: 1, stderr: expect.stringContaining("the run has no scope") });
});

test("nothing runs before its user agrees to the network and to the first plan, whose commands the build shows", async () => {
  const scene = buildScene();
  const ran = join(scene.root, "ran");
  const env = { LLMCH_SETUP_COMMANDS: `sh -c 'echo ran >> "${ran}"'` };
  const waits = await build(scene, ["--approve", "scope,plan,network"], { env });
  expect(waits.code, waits.stderr).toBe(6);
  const act = (...argv: readonly string[]) => scene.llmch([...argv, "--artifacts-dir", scene.artifacts], { env });
  expect((await act("decide", "scope", "approve")).code).toBe(6);
  const shown = await act("show", idOf(scene));
  expect(shown.stdout).toMatch(
    /waits +commands run with your rights: .*\n +setup +sh -c [\s\S]* proves +node greet\.js\n/,
  );
  expect((await act("decide", "plan", "approve")).code).toBe(6);
  expect(existsSync(ran)).toBe(false);
  expect((await act("decide", "network", "approve")).code).toBe(6);
  expect(existsSync(ran)).toBe(true);
});

test("a scope that is rejected without words ends the build, until its user writes another one", async () => {
  const scene = buildScene();
  const waits = await build(scene, ["--pr"]);
  expect([waits.code, waits.stdout]).toEqual([6, expect.stringContaining("no pull request: the run waits for you\n")]);
  const no = await decide(scene, "scope", "reject");
  expect([no.code, JSON.parse(no.stdout).errors]).toMatchObject([1, [{ message: "you said no to the scope" }]]);
  expect((await scene.llmch(["resume", idOf(scene), "--artifacts-dir", scene.artifacts])).code).toBe(1);
  expect(eventsOf(scene).filter(({ type }) => type === "model_asked")).toHaveLength(1);
  const file = join(buildOf(scene), "scope.json");
  writeFileSync(file, readFileSync(file, "utf8").replace("A small program.", "A tiny program."));
  const own = await scene.llmch(["resume", idOf(scene), "--artifacts-dir", scene.artifacts]);
  expect(own, own.stderr).toMatchObject({ code: 0 });
});

test("what a step waits for is what its build waits for, whichever of the two is named", async () => {
  const scene = buildScene();
  const waits = await build(scene, ["--approve", "orders", "--json"]);
  expect(waits.code, waits.stderr).toBe(6);
  expect(JSON.parse(waits.stdout)).toMatchObject({ needs: [{ id: "WO-01", kind: "orders" }] });
  const listed = await scene.llmch(["runs", "--waiting", "--artifacts-dir", scene.artifacts, "--json"]);
  expect(JSON.parse(listed.stdout).runs).toMatchObject([{ run_id: idOf(scene) }]);
  const status = await scene.llmch(["build", "--status", idOf(scene), "--artifacts-dir", scene.artifacts, "--json"]);
  expect(JSON.parse(status.stdout)).toMatchObject({ verdict: "ERROR", needs: [{ id: "WO-01" }] });

  const diff = (...words: readonly string[]) => scene.llmch(["diff", ...words, "--artifacts-dir", scene.artifacts]);
  expect((await diff(idOf(scene))).stdout).toMatch(/^WO-01 waits for your decision.*\n\ndiff /);
  expect((await diff(idOf(scene), "WO-01")).stdout).toBe((await diff()).stdout);

  const second = await decide(scene, idOf(scene), "approve");
  expect(second.code, second.stderr).toBe(6);
  expect(JSON.parse(second.stdout)).toMatchObject({ command: "resume", needs: [{ id: "WO-02" }] });
  expect((await diff(idOf(scene))).stdout).toMatch(/^WO-02 waits for your decision/);
  const [, child = ""] = scene.runs("run-all");
  const done = await decide(scene, basename(child), "approve");
  expect(done, done.stderr).toMatchObject({ code: 0 });
  expect(JSON.parse(done.stdout)).toMatchObject({ command: "resume", run_id: idOf(scene), verdict: "PASS" });
});

test("the plan of a window that is rejected with words is changed, and without words it ends the build", async () => {
  const scene = buildScene((scene) => ({
    ...twoMilestones(scene),
    "window-01/WO-02/attempt-1": scene.answer({ "greet.js": "console.log('hello');\n" }),
    "window-02/plan/attempt-1": window([order(3, "bye.js")], {
      notes: [{ before: "greet.js prints", now: null, why: "done" }],
    }),
    "window-02/WO-03/attempt-1": scene.answer({ "bye.js": "console.log('goodbye');\n" }),
  }));
  const waits = await build(scene, ["--approve", "plan", "--json"]);
  expect(waits.code, waits.stderr).toBe(6);
  const notes = [{ before: null, now: "greet.js prints", why: "" }];
  scene.answers({
    "window-01/plan/attempt-1": window([order(1, "words.js"), order(2, "greet.js")], { notes }),
    "window-01/WO-01/attempt-1": scene.answer({ "words.js": "export const hello = 'hello';\n" }),
  });
  const again = await decide(scene, idOf(scene), "plan", "reject", "Keep the words apart.");
  expect(again.code, again.stderr).toBe(6);
  expect(JSON.parse(again.stdout)).toMatchObject({ needs: [{ id: "plan", what: "carry out these 2 orders" }] });
  const [, second = ""] = scene.runs("planner");
  expect(readTextIn(second, "compile/prompt_attempt_1.txt")).toContain("Keep the words apart.");
  const next = await decide(scene, idOf(scene), "plan", "approve");
  expect(next.code, next.stderr).toBe(6);
  const planned = eventsOf(scene).filter(({ type }) => type === "window_planned");
  expect(planned).toMatchObject([
    { window: 1, orders: [{ id: "WO-01" }] },
    { window: 1, run: basename(second), orders: [{ id: "WO-01" }, { id: "WO-02" }] },
    { window: 2, orders: [{ id: "WO-03" }] },
  ]);
  const no = await decide(scene, idOf(scene), "plan", "reject");
  expect(no.code, no.stderr).toBe(1);
  expect(summaryOf(scene)).toMatchObject({ exit_code: 1, milestones: [{ state: "done" }, { state: "current" }] });
  expect(eventsOf(scene).filter(({ type }) => type === "window_planned")).toHaveLength(3);
  expect(no.stdout).toMatch(/to go on: `llmch plan revise .*, or `llmch run-all /);
});

test("an assessment that stops asks the user, and the next window is told the answer", async () => {
  const scene = buildScene((scene) => claimedTooEarly(scene, assessment("stop", ["WO-01"])));
  const waits = await build(scene, ["--approve", "none", "--json"]);
  expect(waits.code, waits.stderr).toBe(6);
  expect(JSON.parse(waits.stdout)).toMatchObject({
    needs: [{ id: "assessment-01", kind: "question", what: "It is stop." }],
  });
  const done = await scene.llmch([
    ...["decide", idOf(scene), "answer", "Greet in Portuguese.", "--artifacts-dir", scene.artifacts],
  ]);
  expect(done, done.stderr).toMatchObject({ code: 0 });
  const [, second = ""] = scene.runs("planner");
  expect(readTextIn(second, "compile/prompt_attempt_1.txt")).toContain("Greet in Portuguese.");
});

test("milestones that an assessment changes wait for the user; rejected, the old ones stand and the reason is told", async () => {
  const milestones = [milestone(1, "hello.js"), milestone(2, "farewell.js")];
  const answers = (scene: Scene) => claimedTooEarly(scene, assessment("rescope", ["WO-01"], { milestones }));
  const scene = buildScene(answers);
  expect((await build(scene)).code).toBe(6);
  const waits = await decide(scene, "approve");
  expect(waits.code, waits.stderr).toBe(6);
  expect(JSON.parse(waits.stdout)).toMatchObject({ needs: [{ id: "scope", kind: "scope" }] });
  const place = ["--artifacts-dir", scene.artifacts];
  for (const told of [
    await scene.llmch(["build", "--status", idOf(scene), ...place]),
    await scene.llmch(["show", idOf(scene), ...place]),
  ])
    expect(told.stdout).toMatch(
      /It is rescope\.\n.* - M1 A user can run greet\.js\.\n.* \+ M1 A user can run hello\.js\./s,
    );
  const done = await decide(scene, "scope", "reject", "bye.js is the name");
  expect(done, done.stderr).toMatchObject({ code: 0 });
  expect(typesIn(scene).filter((type) => type === "scope_taken")).toHaveLength(1);
  const [, second = ""] = scene.runs("planner");
  expect(readTextIn(second, "compile/prompt_attempt_1.txt")).toContain("bye.js is the name");

  const taken = buildScene((scene) => ({
    ...answers(scene),
    "window-02/plan/attempt-1": window([order(2, "hello.js"), order(3, "farewell.js")]),
    "window-02/WO-02/attempt-1": scene.answer({ "hello.js": "console.log('hello');\n" }),
    "window-02/WO-03/attempt-1": scene.answer({ "farewell.js": "console.log('goodbye');\n" }),
    "window-03/plan/attempt-1": window([]),
  }));
  const all = await build(taken, ["--approve", "none"]);
  expect(all, all.stderr).toMatchObject({ code: 0 });
  expect(eventsOf(taken).filter(({ type }) => type === "scope_taken")).toMatchObject([
    { by: "model" },
    { by: "assessment", milestones: [{ id: "M1" }, { outcome: "A user can run farewell.js." }] },
  ]);
});
