import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { reviewOf } from "@llmch/testkit";
import { afterAll, expect, test } from "vitest";
import { samplePlan } from "../plan/sample-plan.ts";
import { filesBelow, readJsonFile, readJsonLines, removeScenes, type Scene, writeFiles } from "../scene.ts";
import { build, buildOf, buildScene, order, twoMilestones, window } from "./build-scene.ts";

afterAll(removeScenes);

const POLITE = "It must say please.";
const look = (scene: Scene, ...words: readonly string[]) => scene.llmch([...words, "--artifacts-dir", scene.artifacts]);
const steer = (scene: Scene, ...words: readonly string[]) =>
  look(scene, "build", "--repo", "repo", "--replay", scene.record, ...words);
/** The builds, the newest last. */
const buildsOf = (scene: Scene) => scene.runs("build").filter((path) => /[0-9A-Z]{26}$/.test(path));
const eventsIn = (folder: string) => readJsonLines(folder, "events.jsonl") as unknown as readonly { type: string }[];
const planPrompt = (scene: Scene, index: number) =>
  readFileSync(join(scene.runs("planner").at(index) ?? "", "compile/prompt_attempt_1.txt"), "utf8");

/** An order that writes a file which is there already, or not. */
const writes = (number: number, path: string) => ({ ...order(number, path), preconditions: [] });

test("a note reaches the planner of a build that is stopped; after PASS it is a build of its own with scope, numbers and branch", async () => {
  const scene = buildScene();
  const stopped = await build(scene, ["--approve", "none"], { env: { LLMCH_BUILD_MAX_ROUNDS: "1" } });
  expect(stopped.code, stopped.stderr).toBe(5);
  const words = ["build", "--repo", "repo", "--note", POLITE, "--artifacts-dir", scene.artifacts];
  const done = await scene.llmch(words, { env: { LLMCH_BUILD_MAX_ROUNDS: "5" } });
  expect(done, done.stderr).toMatchObject({ code: 0 });
  const first = buildOf(scene);
  expect(planPrompt(scene, -1)).toMatch(new RegExp(`What the user said:\n- ${POLITE}`));
  expect(planPrompt(scene, -1)).toContain(`[3] ${POLITE}`);
  expect(readJsonFile(first, "scope.json")).toMatchObject({ milestones: [{}, { fulfils: [{}, POLITE] }] });
  const shown = (await look(scene, "show", basename(first))).stdout;
  expect(shown).toMatch(new RegExp(`you noted\n +${POLITE}`));
  expect(shown).toContain(`+ M2 brings: ${POLITE}`);

  const before = filesBelow(first).map((path) => readFileSync(join(first, path), "utf8"));
  writeFileSync(join(scene.root, "more.txt"), "It must take a name. It must greet that name.\n");
  scene.answers({
    "window-01/plan/attempt-1": window([writes(3, "greet.js")]),
    "window-01/WO-03/attempt-1": scene.answer(
      { "greet.js": "console.log('hello', 'ada');\n" },
      { "greet.js": "console.log('hello');\n" },
    ),
  });
  const branch = String(readJsonFile(first, "run_summary.json").working_branch);
  const again = await steer(scene, "--more", join(scene.root, "more.txt"));
  expect(again, again.stderr).toMatchObject({ code: 0, stdout: expect.stringMatching(/^PASS +build +3 milestones/m) });
  expect(filesBelow(first).map((path) => readFileSync(join(first, path), "utf8"))).toEqual(before);
  const [, second = ""] = buildsOf(scene);
  expect(eventsIn(second)[0]).toMatchObject({ continues: { run: basename(first), branch, next_order: 3 } });
  expect(readJsonFile(second, "run_summary.json")).toMatchObject({
    working_branch: branch,
    milestones: [{ state: "done" }, { state: "done" }, { id: "M3", state: "done" }],
  });
  expect(readJsonFile(second, "scope.json")).toMatchObject({
    milestones: [{}, {}, { fulfils: ["It must take a name.", "It must greet that name."] }],
  });
  expect(scene.git("show", `${branch}:greet.js`)).toContain("ada");
  expect((await look(scene, "show")).stdout).toContain(`after    ${basename(first)}`);
  expect(await look(scene, "audit", basename(second))).toMatchObject({ code: 0 });
});

test("a note to a build that is at work is taken up before its next step", async () => {
  // The first milestone gets another window, for the note.
  const scene = buildScene((scene) => ({ ...twoMilestones(scene), "window-03/plan/attempt-1": window([]) }));
  let noted: ReturnType<typeof look> | undefined;
  const done = await build(scene, ["--approve", "none"], {
    onOutput: (stderr) => {
      if (stderr.includes("planning window 1")) noted ??= steer(scene, "--note", POLITE);
    },
  });
  expect(done, done.stderr).toMatchObject({ code: 0 });
  expect(await noted).toMatchObject({ code: 0, stdout: expect.stringContaining("takes it up before its next step") });
  expect(planPrompt(scene, 1)).toContain(`What the user said:\n- ${POLITE}`);
});

/** Said once, although the run-all of the next window is resumed with it. */
const OTHER = /commands are not isolated \(--no-sandbox\) from here on; before, they were (sandboxed|not isolated \()/;

test("a setting that a resume is given is the build's from then on, and is told, with what isolates commands since", async () => {
  const scene = buildScene(twoMilestones, { own: {} });
  const flags = ["--approve", "none", "--examine", "none"];
  const env = { LLMCH_BUILD_MAX_ROUNDS: "1" };
  expect(await build(scene, flags, { env })).toMatchObject({ code: 5 });
  const words = ["resume", "--artifacts-dir", scene.artifacts];
  expect(await scene.llmch([...words, "--review", "gpt-5.2", "--no-sandbox"], { env })).toMatchObject({
    code: 5,
    stderr: expect.stringMatching(OTHER),
  });
  scene.answers({ "window-02/WO-02/attempt-1/review-1": reviewOf() });
  const done = await scene.llmch(words, { env: { LLMCH_BUILD_MAX_ROUNDS: "5" } });
  expect(done, done.stderr).toMatchObject({ code: 0, stderr: expect.stringContaining("review") });
  const { stdout } = await look(scene, "show");
  expect(stdout).toMatch(/settings changed by you\n +review\.model: gpt-5\.2\n/);
  expect(stdout).toMatch(OTHER);
  expect(stdout).toContain("  reviewed WO-02: gpt-5.2 (model) approved\n");
});

test("a note on a scope that waits has it asked for again; an edit of the scope is shown as a difference", async () => {
  const scene = buildScene((scene) => ({
    ...twoMilestones(scene),
    "scope/attempt-2": twoMilestones(scene)["scope/attempt-1"]?.replace(
      '"The program must say goodbye."',
      `"The program must say goodbye.","${POLITE}"`,
    ) as string,
  }));
  expect((await build(scene)).code).toBe(6);
  const noted = await steer(scene, "--note", POLITE);
  expect(noted.code, noted.stderr).toBe(6);
  const folder = buildOf(scene);
  expect(readFileSync(join(folder, "scope/prompt_attempt_2.txt"), "utf8")).toContain(POLITE);
  const file = join(folder, "scope.json");
  writeFileSync(file, readFileSync(file, "utf8").replace("run bye.js.", "run bye.js twice."));
  const done = await look(scene, "resume");
  expect(done, done.stderr).toMatchObject({ code: 0 });
  expect((await look(scene, "show")).stdout).toMatch(
    /scope changed by you\n +- M2 A user can run bye\.js\.\n +\+ M2 A user can run bye\.js twice\./,
  );
});

test("without a scope a note is planned alone once the whole has landed", async () => {
  const scene = buildScene((scene) => ({
    "plan/attempt-1": JSON.stringify(samplePlan([order(1, "greet.js")])),
    "WO-01/attempt-1": scene.answer({ "greet.js": "console.log('hello');\n" }),
  }));
  const small = await scene.llmch([
    ...["build", "spec.txt", "--repo", "repo", "--artifacts-dir", scene.artifacts, "--replay", scene.record],
    ...["--scope", "never", "--approve", "none"],
  ]);
  expect(small, small.stderr).toMatchObject({ code: 0 });
  scene.answers({
    "window-01/plan/attempt-1": window([order(2, "please.js")]),
    "WO-02/attempt-1": scene.answer({ "please.js": "console.log('please');\n" }),
  });
  const done = await steer(scene, "--note", POLITE, "--run", basename(buildOf(scene)));
  expect(done, done.stderr).toMatchObject({ code: 0 });
  expect(planPrompt(scene, -1)).toContain(POLITE);
  expect(
    scene.git(
      "log",
      "-2",
      "--format=%s",
      String(readJsonFile(buildsOf(scene)[1] ?? "", "run_summary.json").working_branch),
    ),
  ).toMatch(/WO-02[\s\S]*WO-01/);
});

test.each([
  ["a spec", ["spec.txt", "--note", POLITE], "leave the spec out"],
  ["no build", ["--note", POLITE], "there is no build of this repo"],
  ["nothing in the file", ["--more", "empty.txt"], "there is no build"],
])("--note and --more are refused with %s", async (_, words, why) => {
  const scene = buildScene();
  writeFiles(scene.root, { "empty.txt": "\n" });
  expect(await steer(scene, ...words)).toMatchObject({ code: 1, stderr: expect.stringContaining(why) });
});
