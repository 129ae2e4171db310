import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { Invocation } from "../command-line.ts";
import { readJsonFile, removeScenes, type Scene } from "../scene.ts";
import {
  assessment,
  build,
  buildOf,
  buildScene,
  claimedTooEarly,
  eventsOf,
  milestone,
  order,
  SENTENCES,
  scopeOf,
  summaryOf,
  twoMilestones,
  window,
} from "./build-scene.ts";

afterAll(removeScenes);

const SECRET = ["test -s bye.js", { command: "node bye.js --secret", hidden: true }];
const resume = (
  scene: Scene,
  flags: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
  invocation: Pick<Invocation, "onOutput"> = {},
) => scene.llmch(["resume", "--artifacts-dir", scene.artifacts, ...flags], { env, ...invocation });
const landed = (scene: Scene): readonly string[] =>
  eventsOf(scene).flatMap((event) =>
    event.type === "window_ended" ? (event.landed as readonly { order: string }[]).map((each) => each.order) : [],
  );

/** The answers to a whole build of one milestone, which fulfils both sentences. */
const oneMilestone = (scene: Scene): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(Object.entries(twoMilestones(scene)).filter(([key]) => key.startsWith("window-01/"))),
  "scope/attempt-1": scopeOf({ ...milestone(1, "greet.js"), fulfils: [...SENTENCES] }),
  "window-01/plan/attempt-1": window([order(1, "greet.js")]),
});

type Act = (kill: (signal: NodeJS.Signals) => void) => void;

/** Acts once, when the model is first asked to carry this order out. */
const atOrder = (id: string, act: Act): Pick<Invocation, "onOutput"> => {
  let isDone = false;
  return {
    onOutput: (stderr, kill) => {
      if (isDone || !new RegExp(`${id}.*propose`).test(stderr)) return;
      isDone = true;
      act(kill);
    },
  };
};

/** Acts once, while the first milestone is judged. */
const whenItJudges = (scene: Scene, act: Act): Pick<Invocation, "onOutput"> => {
  let isAwaited = false;
  return {
    onOutput: (stderr, kill) => {
      if (isAwaited || !/PASS, exit 0[\s\S]*PASS, exit 0/.test(stderr)) return;
      isAwaited = true;
      // The run's own worktree is gone by then: this is the one in which it judges.
      const look = setInterval(() => {
        if (scene.git("worktree", "list").split("\n").length === 1) return;
        clearInterval(look);
        act(kill);
      }, 50);
    },
  };
};

test("a build that a signal ended in a window goes on in that window's run", async () => {
  const scene = buildScene();
  const stopped = await build(
    scene,
    ["--approve", "none"],
    atOrder("WO-01", (kill) => kill("SIGINT")),
  );
  expect(stopped, stopped.stderr).toMatchObject({ code: 130 });
  expect(stopped.stdout + stopped.stderr).toContain(`llmch resume ${basename(buildOf(scene))}`);
  const killed = await resume(
    scene,
    [],
    {},
    atOrder("WO-02", (kill) => kill("SIGKILL")),
  );
  expect(killed.signal, killed.stderr).toBe("SIGKILL");
  const done = await resume(scene);
  expect(done, done.stderr).toMatchObject({ code: 0 });
  expect(summaryOf(scene)).toMatchObject({ verdict: "PASS" });
  expect(landed(scene)).toEqual(["WO-01", "WO-02"]);
  expect([scene.runs("planner").length, scene.runs("run-all").length]).toEqual([2, 2]);
  expect(scene.leftovers()).toEqual([]);
});

test("what failed is planned again under another id, and people's commits in between stay", async () => {
  const scene = buildScene((scene) => ({
    ...twoMilestones(scene),
    "window-02/plan/attempt-1": window([{ ...order(2, "bye.js"), acceptance_commands: SECRET }], {
      notes: [{ before: "greet.js prints", now: null, why: "old" }],
    }),
    "window-02/WO-02/attempt-1": scene.answer({ "bye.js": "throw new Error('no');\n" }),
    "window-03/plan/attempt-1": window([order(3, "bye.js")]),
    "window-03/WO-03/attempt-1": scene.answer({ "bye.js": "console.log('goodbye');\n" }),
  }));
  const flags = ["--approve", "none", "--branch", "product", "--json"];
  const bound = await build(scene, flags, { env: { LLMCH_FACTORY_MAX_ATTEMPTS: "1", LLMCH_BUILD_MAX_ROUNDS: "1" } });
  expect(bound, bound.stderr).toMatchObject({ code: 5 });
  expect(JSON.parse(bound.stdout).errors).toMatchObject([
    { code: "limit", message: expect.stringContaining("1 window") },
  ]);
  scene.git("switch", "-q", "product");
  const theirs = scene.commit({ "notes.txt": "by hand\n" });
  scene.git("switch", "-q", "main");

  const done = await resume(scene, [], { LLMCH_BUILD_MAX_ROUNDS: "9" });
  expect(done, done.stderr).toMatchObject({ code: 0 });
  expect(landed(scene)).toEqual(["WO-01", "WO-03"]);
  const planned = eventsOf(scene).filter(({ type }) => type === "window_planned");
  expect(planned).toMatchObject([{ window: 1 }, { window: 2 }, { window: 3, orders: [{ id: "WO-03" }] }]);
  expect(scene.git("merge-base", "--is-ancestor", theirs, "product")).toBe("");
  const [, , third = ""] = scene.runs("planner");
  const prompt = readFileSync(join(third, "compile/prompt_attempt_1.txt"), "utf8");
  expect(prompt).toMatch(/WO-02[\s\S]*a hidden check fails/);
  expect(prompt).not.toContain("--secret");
});

test("an order that its planner gives up leads to an assessment", async () => {
  const scene = buildScene((scene) => ({
    ...twoMilestones(scene),
    "window-02/plan/attempt-1": window([], {
      ...{ completes: false, abort: { order: "WO-02", reason: "greet.js is in the way.", cites: ["WO-01"] } },
      notes: [{ before: "greet.js prints", now: null, why: "old" }],
    }),
    "window-02/assessment/attempt-1": assessment("adjust", ["WO-01"]),
    "window-03/plan/attempt-1": window([order(2, "bye.js")]),
    "window-03/WO-02/attempt-1": scene.answer({ "bye.js": "console.log('goodbye');\n" }),
  }));
  const done = await build(scene, ["--approve", "none"]);
  expect(done, done.stderr).toMatchObject({ code: 0 });
  expect(eventsOf(scene).filter(({ type }) => type === "assessed")).toMatchObject([{ verdict: "adjust", window: 2 }]);
});

test("a scope that its user edits while the build waits is judged, and taken if it is good", async () => {
  const scene = buildScene((scene) => ({
    ...twoMilestones(scene),
    "window-01/plan/attempt-1": window([order(1, "hello.js"), order(2, "bye.js")]),
    "window-01/WO-01/attempt-1": scene.answer({ "hello.js": "console.log('hello');\n" }),
    "window-01/WO-02/attempt-1": scene.answer({ "bye.js": "console.log('goodbye');\n" }),
    "window-02/plan/attempt-1": window([], { notes: [] }),
  }));
  expect((await build(scene)).code).toBe(6);
  const file = join(buildOf(scene), "scope.json");
  const before = eventsOf(scene).length;
  writeFileSync(file, scopeOf(milestone(1, "hello.js")));
  const bad = await resume(scene);
  expect(bad.code).toBe(1);
  expect(bad.stderr).toContain("E302");
  expect(eventsOf(scene)).toHaveLength(before);

  const both = scopeOf(milestone(1, "hello.js"), milestone(2, "bye.js"));
  writeFileSync(file, both.replace(/,"questions":null/, ""));
  const done = await resume(scene);
  expect(done, done.stderr).toMatchObject({ code: 0 });
  expect(eventsOf(scene).filter(({ type }) => type === "scope_taken")).toMatchObject([{ by: "user" }]);
  expect(readJsonFile(buildOf(scene), "run_summary.json")).toMatchObject({
    milestones: [{ outcome: "A user can run hello.js." }, { id: "M2" }],
  });
});

test("a small build whose orders failed tries them again, and a build is carried out once", async () => {
  const scene = buildScene((scene) => ({
    "plan/attempt-1": window([order(1, "greet.js")]),
    "WO-01/attempt-1": scene.answer({ "greet.js": "throw new Error('no');\n" }),
    "WO-01/attempt-2": scene.answer({ "greet.js": "console.log('hello');\n" }),
  }));
  const failed = await build(scene, ["--scope", "never", "--max-attempts", "1"]);
  expect(failed, failed.stderr).toMatchObject({ code: 1 });
  expect(failed.stdout).toContain("FAIL");
  const used = await resume(scene);
  expect(used).toMatchObject({ code: 1 });
  expect(used.stderr).toContain("WO-01 has used its 1 attempts");
  const done = await resume(scene, ["--max-attempts", "+1"]);
  expect(done, done.stderr).toMatchObject({ code: 0 });
  expect(scene.runs("run-all")).toHaveLength(1);
  const again = await resume(scene, [basename(buildOf(scene))]);
  expect(again).toMatchObject({ code: 1 });
  expect(again.stderr).toContain("has passed");
});

test("a build goes on only on a branch that holds what landed: any other is named, and none is made anew", async () => {
  const scene = buildScene();
  const flags = ["--approve", "none", "--branch", "product"];
  const bound = await build(scene, flags, { env: { LLMCH_BUILD_MAX_ROUNDS: "1" } });
  expect(bound, bound.stderr).toMatchObject({ code: 5 });
  const tip = scene.git("rev-parse", "product");
  for (const [words, git] of [
    ["is gone", ["branch", "-D", "product"]],
    ["no longer holds", ["branch", "--force", "product", "main"]],
  ] as const) {
    scene.git(...git);
    const before = scene.git("for-each-ref");
    const refused = await resume(scene, [], { LLMCH_BUILD_MAX_ROUNDS: "9" });
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining(`the branch product ${words}`) });
    expect(refused.stderr).toContain(`llmch resume ${basename(buildOf(scene))}`);
    expect(scene.git("for-each-ref")).toBe(before);
    scene.git("branch", "--force", "product", tip);
  }
  const done = await resume(scene, [], { LLMCH_BUILD_MAX_ROUNDS: "9" });
  expect(done, done.stderr).toMatchObject({ code: 0 });
});

test("a scope that cannot be read, or is weaker, while the build runs ends it, and resume judges the change", async () => {
  const scene = buildScene();
  const file = () => join(buildOf(scene), "scope.json");
  let before = "";
  const changing = (id: string, text: string) =>
    atOrder(id, () => {
      before = readFileSync(file(), "utf8");
      writeFileSync(file(), text);
    });
  const weaker = scopeOf(milestone(1, "greet.js")).replace(/,"questions":null/, "");
  for (const [said, go] of [
    [/scope\.json cannot be used/, () => build(scene, ["--approve", "none"], changing("WO-01", "{"))],
    [/scope\.json was changed while/, () => resume(scene, [], {}, changing("WO-02", weaker))],
  ] as const) {
    expect(await go()).toMatchObject({
      code: 1,
      stderr: expect.toSatisfy(
        (stderr) => said.test(stderr) && stderr.includes(`llmch resume ${basename(buildOf(scene))}`),
      ),
    });
    expect((await resume(scene)).stderr).toMatch(/E302|cannot be used/);
    writeFileSync(file(), before);
  }
  const done = await resume(scene);
  expect(done, done.stderr).toMatchObject({ code: 0 });
});

test("a build that cannot write its record says how it goes on", async () => {
  const scene = buildScene(oneMilestone);
  const ended = await build(
    scene,
    ["--approve", "none"],
    atOrder("WO-01", () => writeFileSync(join(buildOf(scene), "judged"), "in the way")),
  );
  expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining("error: unexpected:") });
  expect(ended.stderr).toContain(`llmch resume ${basename(buildOf(scene))}`);
  expect(summaryOf(scene)).toMatchObject({ verdict: "ERROR", exit_code: 2 });
  rmSync(join(buildOf(scene), "judged"));
  const done = await resume(scene);
  expect(done, done.stderr).toMatchObject({ code: 0 });
});

test("a build that was killed while it judged leaves no worktree once it has gone on", async () => {
  const scene = buildScene((scene) => ({
    ...oneMilestone(scene),
    "window-01/WO-01/attempt-1": scene.answer({ "greet.js": "setTimeout(() => {}, 3000);\n" }),
  }));
  const ended = await build(
    scene,
    ["--approve", "none"],
    whenItJudges(scene, (kill) => kill("SIGKILL")),
  );
  expect(ended.signal, ended.stderr).toBe("SIGKILL");
  const done = await resume(scene);
  expect(done, done.stderr).toMatchObject({ code: 0 });
  expect(done.stderr).toContain("cleared what an earlier run left");
  expect(scene.leftovers()).toEqual([]);
});

test("of a scope and an assessment that stayed invalid a resume asks for the next attempts", async () => {
  const calls = ["scope", "window-01/assessment"];
  const invalid = Object.fromEntries(calls.map((call) => [`${call}/attempt-1`, "{}"]));
  const answers = (scene: Scene) => claimedTooEarly(scene, assessment("adjust", ["WO-01"]));
  const scene = buildScene((scene) => ({ ...answers(scene), ...invalid }));
  const right = answers(scene);
  const env = { LLMCH_PLANNER_MAX_ATTEMPTS: "1" };
  const next: Record<string, string> = {};
  let ended = await build(scene, ["--approve", "none", "--json"], { env });
  for (const call of calls) {
    expect(ended, ended.stderr).toMatchObject({ code: 1 });
    expect(JSON.parse(ended.stdout)).toMatchObject({ resume: expect.not.stringContaining("--max-attempts") });
    const missing = await resume(scene, [], env);
    expect(missing, missing.stderr).toMatchObject({ code: 3 });
    expect(missing.stderr).toContain(`${call}/attempt-2`);
    next[`${call}/attempt-2`] = right[`${call}/attempt-1`] ?? "";
    scene.answers({ ...right, ...invalid, ...next });
    ended = await resume(scene, ["--json"], env);
  }
  expect(ended, ended.stderr).toMatchObject({ code: 0 });
});

test("notes that its user edits while a window is being planned are told to its planner, in a plan of its own", async () => {
  const answers = (scene: Scene) => ({
    ...twoMilestones(scene),
    "window-02/plan/attempt-1": window([order(2, "bye.js")], {
      notes: [{ before: "bye.js is short", now: null, why: "done" }],
    }),
  });
  const scene = buildScene((scene) => {
    const { "window-02/plan/attempt-1": _, ...first } = answers(scene);
    return first;
  });
  const stopped = await build(scene, ["--approve", "none"]);
  expect(stopped, stopped.stderr).toMatchObject({ code: 3 });
  expect(stopped.stderr).toContain("no exchange with the key window-02/plan/attempt-1");
  const file = join(buildOf(scene), "windows/01.json");
  writeFileSync(
    file,
    readFileSync(file, "utf8").replace('"notes": [\n    "greet.js prints"', '"notes": [\n    "bye.js is short"'),
  );
  scene.answers(answers(scene));
  const done = await resume(scene);
  expect(done, done.stderr).toMatchObject({ code: 0 });
  expect(done.stdout + done.stderr).toContain("window 2 is planned anew");
  expect(scene.runs("planner")).toHaveLength(3);
  expect(eventsOf(scene).filter(({ type }) => type === "window_planned")).toHaveLength(2);
});

test("the planner after a plan that stayed invalid is told why, and `show` tells it too", async () => {
  const scene = buildScene((scene) => ({
    ...twoMilestones(scene),
    "window-01/plan/attempt-1": window([order(7, "greet.js")]),
    "window-02/plan/attempt-1": window([order(1, "words.js")]),
    "window-02/WO-01/attempt-1": scene.answer({ "words.js": "export const hello = 'hello';\n" }),
    "window-02/assessment/attempt-1": assessment("stop", ["WO-01"]),
  }));
  const stopped = await build(scene, ["--approve", "none"], { env: { LLMCH_PLANNER_MAX_ATTEMPTS: "1" } });
  expect(stopped, stopped.stderr).toMatchObject({ code: 6 });
  const why = 'id "WO-07" stands where WO-01 is due';
  const [, second = ""] = scene.runs("planner");
  expect(readFileSync(join(second, "compile/prompt_attempt_1.txt"), "utf8")).toContain(why);
  const shown = await scene.llmch(["show", basename(buildOf(scene)), "--artifacts-dir", scene.artifacts]);
  expect(shown.stdout).toMatch(/window 1: no valid plan \(exit 2\)\n +id "WO-07" stands/);
});

test("a milestone that people break while it is judged is judged again, on what they left", async () => {
  const scene = buildScene((scene) => ({
    ...twoMilestones(scene),
    "window-01/WO-01/attempt-1": scene.answer({ "greet.js": "setTimeout(() => {}, 3000);\n" }),
  }));
  let theirs: string | null = null;
  const breakIt = () => {
    theirs = scene.git("commit-tree", "main^{tree}", "-p", "product", "-m", "by hand");
    scene.git("update-ref", "refs/heads/product", theirs);
  };
  const ended = await build(
    scene,
    ["--approve", "none", "--branch", "product"],
    whenItJudges(scene, () => breakIt()),
  );
  expect(ended.code, ended.stderr).not.toBe(0);
  expect(eventsOf(scene).filter(({ type }) => type === "milestones_judged")).toMatchObject([
    { tip: theirs, milestones: [{ id: "M1", failing: ["node greet.js"] }] },
  ]);
  expect(summaryOf(scene)).toMatchObject({ milestones: [{ state: "current" }, { state: "next" }] });
});
