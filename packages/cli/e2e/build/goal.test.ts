import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { objectsMember } from "@llmch/text";
import { afterAll, expect, test } from "vitest";
import { pathWithoutBubblewrap, readJsonFile, readJsonLines, removeScenes, type Scene } from "../scene.ts";
import { openServeScene } from "../serve/serve-scene.ts";
import { buildOf, buildScene, eventsOf, order, recorded, summaryOf, window } from "./build-scene.ts";

afterAll(removeScenes);

const GOAL = "node greet.js";
const HOLDS = "git --version";

/** The first window claims too much, the second brings what the goal wants. */
const twoWindows = (scene: Scene): Readonly<Record<string, string>> => ({
  "window-01/plan/attempt-1": window([order(1, "words.js")]),
  "window-01/WO-01/attempt-1": scene.answer({ "words.js": "exports.hello = 'hello';\n" }),
  "window-02/plan/attempt-1": window([order(2, "greet.js")], { completes: false }),
  "window-02/WO-02/attempt-1": scene.answer({ "greet.js": "console.log(require('./words.js').hello);\n" }),
});

const aim = (scene: Scene, flags: readonly string[] = [], invocation: Parameters<Scene["llmch"]>[1] = {}) =>
  scene.llmch(["build", "--goal", GOAL, "--repo", "repo", ...recorded(scene), ...flags], invocation);
const resume = (scene: Scene, env: Readonly<Record<string, string>> = {}) =>
  scene.llmch(["resume", "--artifacts-dir", scene.artifacts], { env });
const judgedIn = (scene: Scene) =>
  eventsOf(scene).flatMap((event) =>
    event.type === "milestones_judged"
      ? [(event.milestones as readonly { failing: readonly string[] }[])[0]?.failing]
      : [],
  );
const planPrompt = (scene: Scene, index: number) =>
  readFileSync(join(scene.runs("planner").at(index) ?? "", "compile/prompt_attempt_1.txt"), "utf8");

test("a goal is planned for until it passes on what landed, whatever a planner claims, and nobody assesses it", async () => {
  const scene = buildScene(twoWindows);
  const done = await aim(scene, ["--goal", HOLDS, "--yes", "--json"]);
  expect(done, done.stderr).toMatchObject({ code: 0 });
  expect(done.stderr).toContain(`holds already: \`${HOLDS}\`\n`);
  expect(JSON.parse(done.stdout)).toMatchObject({
    ...{ verdict: "PASS", counts: { windows: 2, orders: 2, milestones: 1, reached: 1 }, assessments: [] },
    milestones: [{ id: "M1", state: "done", outcome: `A user can see \`${GOAL}\` and \`${HOLDS}\` pass.` }],
  });
  expect(judgedIn(scene)).toEqual([[GOAL], [GOAL], []]);
  const folder = buildOf(scene);
  expect(readFileSync(join(folder, "spec.txt"), "utf8")).toContain(`The command \`${GOAL}\` must exit with code 0.`);
  expect(readJsonFile(folder, "request.json")).toMatchObject({ request: { goal: [GOAL, HOLDS] } });
  expect(readJsonFile(folder, "run.json")).toMatchObject({ config: { goals: [GOAL, HOLDS], spec: "-" } });
  for (const index of [0, 1]) {
    expect(planPrompt(scene, index)).toContain(`It is reached when these pass:\n- ${GOAL}\n- ${HOLDS}\n`);
    expect(planPrompt(scene, index)).toMatch(/What they printed:\n- node greet\.js: .*Cannot find module/);
  }
  expect(scene.leftovers()).toEqual([]);
});

test("a goal that holds already ends it: nothing is asked, and no branch is made", async () => {
  const scene = buildScene(() => ({}));
  const branches = scene.git("for-each-ref");
  const done = await scene.llmch(["build", "--goal", HOLDS, "--repo", "repo", ...recorded(scene), "--pr"]);
  expect(done.stdout).toContain("no pull request: nothing was made\n");
  const status = await scene.llmch(["build", "--status", "--repo", "repo", "--artifacts-dir", scene.artifacts]);
  expect(status.stdout).toMatch(/^PASS +goal git --version: /);
  expect(done, done.stderr).toMatchObject({ code: 0, stderr: expect.stringContaining(`holds already: \`${HOLDS}\``) });
  expect(summaryOf(scene)).toMatchObject({ verdict: "PASS", evidence: { acceptance: 1 }, spent: { answers: 0 } });
  expect(done.stderr).not.toContain("of the spec");
  const besides = ["build", "spec.txt", "--goal", HOLDS, "--repo", "repo", ...recorded(scene)];
  expect((await scene.llmch(besides)).stderr).toContain(": nothing else of the spec is planned\n");
  expect([scene.runs("planner"), scene.git("for-each-ref")]).toEqual([[], branches]);
});

test.each(["nosuchprogram --x", "FOO=1 node greet.js", "!false"])(
  "a goal that can never start is refused before anything is asked: %s",
  async (goal) => {
    const scene = buildScene(() => ({}));
    const done = await scene.llmch(["build", "--goal", goal, "--repo", "repo", ...recorded(scene), "--yes"]);
    expect(done).toMatchObject({ code: 1, stderr: expect.stringContaining("which is not on the PATH") });
    expect(scene.runs("build")).toEqual([]);
  },
);

test("a goal is held to the bounds of builds, and goes on once they are raised", async () => {
  const scene = buildScene(twoWindows);
  const bound = await aim(scene, ["spec.txt", "--yes"], { env: { LLMCH_BUILD_MAX_ROUNDS: "1" } });
  expect(bound, bound.stderr).toMatchObject({ code: 5 });
  const status = await scene.llmch(["build", "--status", "--repo", "repo", "--artifacts-dir", scene.artifacts]);
  expect(status.stdout).toContain(GOAL);
  const done = await resume(scene, { LLMCH_BUILD_MAX_ROUNDS: "9" });
  expect(done, done.stderr).toMatchObject({ code: 0 });
  expect(judgedIn(scene)).toEqual([[GOAL], [GOAL], [GOAL], []]);
});

test.each(["planning window 2", "carrying out window 2"])(
  "a build that was killed while %s goes on in that run",
  async (when) => {
    const scene = buildScene(twoWindows);
    const killed = await aim(scene, ["--yes"], {
      onOutput: (stderr, kill) => {
        if (stderr.includes(when)) kill("SIGKILL");
      },
    });
    expect(killed.signal, killed.stderr).toBe("SIGKILL");
    const done = await resume(scene);
    expect(done, done.stderr).toMatchObject({ code: 0 });
    expect([scene.runs("planner").length, scene.runs("run-all").length]).toEqual([2, 2]);
    expect(judgedIn(scene)?.at(-1)).toEqual([]);
  },
);

test("what a user typed runs at once; what was planned for it waits where nothing isolates it", async () => {
  const scene = buildScene(twoWindows, { own: {} });
  const waits = await aim(scene, ["--json"], { env: { PATH: pathWithoutBubblewrap(scene) } });
  expect(waits.code, waits.stderr).toBe(6);
  expect(JSON.parse(waits.stdout).needs).toMatchObject([{ kind: "plan" }]);
  expect(judgedIn(scene)).toEqual([[GOAL]]);
});

test("goals of a program wait for a person: approved they are run, rejected they are not", async () => {
  const { server, submit, settled, close } = await openServeScene({ model: {} });
  try {
    for (const [decision, ended] of [
      ["approve", { state: "passed", exit_code: 0 }],
      ["reject", { state: "failed", exit_code: 1 }],
    ] as const) {
      const id = await submit("build", { goal: [HOLDS] });
      const waits = await settled(id);
      expect(waits).toMatchObject({ state: "waiting", needs: [{ id: "scope", kind: "scope", shown: HOLDS }] });
      const [need] = objectsMember(waits, "needs");
      await server.ask("POST", `jobs/${id}/decision`, { decision, of: { id: "scope", sha256: need?.sha256 ?? "" } });
      expect(await settled(id)).toMatchObject(ended);
    }
  } finally {
    await close();
  }
});

test("a note after PASS is planned, and the goal still has to pass", async () => {
  const scene = buildScene(twoWindows);
  expect(await aim(scene, ["--yes"])).toMatchObject({ code: 0 });
  scene.answers({
    "window-01/plan/attempt-1": window([order(3, "more.js")]),
    "window-01/WO-03/attempt-1": scene.answer({ "more.js": "console.log('please');\n" }),
  });
  const words = ["build", "--repo", "repo", ...recorded(scene), "--note", "It must say please."];
  const done = await scene.llmch(words);
  expect(done, done.stderr).toMatchObject({ code: 0 });
  const [, second = ""] = scene.runs("build").filter((path) => /[0-9A-Z]{26}$/.test(path));
  expect(readJsonLines(second, "events.jsonl")).toMatchObject(
    expect.arrayContaining([{ type: "milestones_judged" }].map((event) => expect.objectContaining(event))),
  );
  expect(readJsonFile(second, "run_summary.json")).toMatchObject({
    verdict: "PASS",
    milestones: [{}, { state: "done" }],
  });
  expect(basename(second)).not.toBe("");
});

test.each([
  [["--scope", "never"], "--goal is the milestone of a scope"],
  [["--note", "Be kind."], "--note and --more are for a build that was begun"],
  [["--goal", "npm test && npm run lint"], "--goal: [E003]"],
])("is refused with %j", async (flags, why) => {
  const scene = buildScene(() => ({}));
  expect(await aim(scene, flags)).toMatchObject({ code: 1, stderr: expect.stringContaining(why) });
  expect(scene.runs("build")).toEqual([]);
});
