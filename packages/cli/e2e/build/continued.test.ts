import { basename } from "node:path";
import type { SeenRequest } from "@llmch/testkit";
import type { JsonValue } from "@llmch/text";
import { afterEach, expect, test } from "vitest";
import { type Act, engineer } from "../agent/engineer.ts";
import { closeLiveScenes, createLiveScene, type LiveScene } from "../live/live-scene.ts";
import { sampleOrder, samplePlan } from "../plan/sample-plan.ts";
import { readJsonFile } from "../scene.ts";

afterEach(closeLiveScenes);

const NAMES = "lib/names.js";
const planned = (acceptance: JsonValue): string =>
  JSON.stringify(
    samplePlan([
      sampleOrder(1, {
        ...{ allowed_files: [NAMES], acceptance_commands: acceptance },
        ...{ preconditions: [], postconditions: [{ kind: "file_exists", path: NAMES }] },
      }),
    ]),
  );
const VISIBLE = ["grep -q grace lib/names.js"];
const HIDDEN = [{ command: "grep -q grace lib/names.js", hidden: true }];

const looks: Act = () => [["read", { path: NAMES }]];
const edits =
  (replace: string, find = "ada lovelace"): Act =>
  () => [["edit", { path: NAMES, edits: [{ find, replace }] }]];
const proposes: Act = () => [["propose", { summary: "Name her." }]];

const MODELS = { LLMCH_PLANNER_MODEL: "gpt-5.2-codex", LLMCH_FACTORY_MODEL: "gpt-5.2-codex" };

const sceneOf = async (
  acts: readonly Act[],
  env: Readonly<Record<string, string>> = {},
  refuses: (turn: number) => boolean = () => false,
): Promise<LiveScene> => {
  const scene = await createLiveScene(engineer(acts, refuses), { ...MODELS, ...env });
  scene.write({ [NAMES]: "export const name = 'ada lovelace';\n" });
  scene.git("add", "-A");
  scene.git("commit", "-qm", "Names");
  return scene;
};

const build = (scene: LiveScene, flags: readonly string[] = []) =>
  scene.llmch(["build", "-", "--repo", scene.repo, "--scope", "never", "--approve", "none", ...flags], {
    input: "The program must name grace.\n",
  });

const modelRequests = (scene: LiveScene): readonly SeenRequest[] =>
  scene.server.requests.filter(({ path }) => path === "/chat/completions");
const howOften = (text: string, words: string): number => text.split(words).length - 1;
const evidenceIn = (scene: LiveScene): unknown => readJsonFile(scene.runs()[0] ?? "", "run_summary.json").evidence;

test("an author goes on with its planner's conversation, and is shown only what that did not; the record replays and is told of", async () => {
  const scene = await sceneOf([looks, () => planned(VISIBLE), edits("grace hopper"), proposes]);
  const done = await build(scene);
  expect(done, done.stderr).toMatchObject({ code: 0, stdout: expect.stringContaining("same conversation") });
  const [, , asked] = modelRequests(scene);
  const said = asked?.prompt ?? "";
  expect(said).toContain("The program must name grace.");
  expect(said).toContain("Your plan is taken");
  expect(said).toContain("lib/names.js (shown above)");
  expect(howOften(said, "export const name = 'ada lovelace'")).toBe(1);
  expect(evidenceIn(scene)).toMatchObject({ acceptance: 1, hidden: 0, same_conversation: true });
  const branch = scene.git("branch", "--list", "--format=%(refname:short)", "llmch/*");
  expect(scene.git("log", "-1", "--format=%B", branch)).toContain("1 check, same conversation");

  const [first = ""] = scene.runs("build");
  const replay = ["--replay", basename(first), "--replay-strict", "--allow-stale"];
  const again = await build(scene, [...replay, "--branch", "again"]);
  expect(again, again.stderr).toMatchObject({ code: 0, stdout: expect.stringContaining("same conversation") });
  expect(scene.git("rev-parse", "again^{tree}")).toBe(scene.git("rev-parse", `${branch}^{tree}`));
  const audit = await scene.llmch(["audit", basename(first)]);
  expect([audit.code, audit.stderr]).toEqual([0, ""]);
});

test.each([
  ["it is switched off", VISIBLE, { LLMCH_PLANNER_CONTINUE: "off" }],
  ["hidden checks would be seen, and nobody examines", HIDDEN, {}],
  ["another model is the author", VISIBLE, { LLMCH_FACTORY_MODEL: "gpt-5.2" }],
])("an author begins its own conversation if %s", async (_, acceptance, env) => {
  const scene = await sceneOf(
    [
      (results, request) =>
        request.prompt.includes("work order") && request.prompt.includes("propose")
          ? [["edit", { path: NAMES, edits: [{ find: "ada lovelace", replace: "grace hopper" }] }]]
          : (looks(results, request) ?? ""),
      (results, request) =>
        results.join().includes("export const") ? planned(acceptance) : proposes(results, request),
    ],
    { ...env, LLMCH_FACTORY_AGENT: "on" },
  );
  const done = await build(scene);
  expect(done, done.stderr).toMatchObject({ code: 0 });
  expect(done.stdout).not.toContain("same conversation");
  expect(evidenceIn(scene)).not.toHaveProperty("same_conversation");
});

test("a retry begins a conversation of its own, and what an author saw stays said", async () => {
  let attempt = 1;
  const scene = await sceneOf(
    [
      (results, request) =>
        attempt === 1 ? looks(results, request) : edits("grace hopper", "mary shelley")(results, request),
      (results, request) => (attempt === 1 ? planned(VISIBLE) : proposes(results, request)),
      edits("mary shelley"),
      () => {
        attempt = 2;
        return [["propose", { summary: "Name her." }]];
      },
    ],
    { LLMCH_FACTORY_AGENT: "on" },
  );
  const done = await build(scene);
  expect(done, done.stderr).toMatchObject({ code: 0 });
  const retried = modelRequests(scene).at(-1)?.prompt ?? "";
  expect(retried).not.toContain("Your plan is taken");
  expect(retried).toContain("Attempt 1 failed");
  expect(evidenceIn(scene)).toMatchObject({ same_conversation: true });
});

test("a run that breaks off amid such a conversation goes on with it, and asks nothing twice", async () => {
  let isAway = true;
  const acts: readonly Act[] = [looks, () => planned(VISIBLE), edits("grace hopper"), proposes];
  const scene = await sceneOf(acts, {}, (turn) => isAway && turn === acts.length - 1);
  expect(await build(scene)).toMatchObject({ code: 3 });
  isAway = false;
  const before = modelRequests(scene).length;
  const resumed = await scene.llmch(["resume", basename(scene.runs("build")[0] ?? "")]);
  expect(resumed, resumed.stderr).toMatchObject({ code: 0, stdout: expect.stringContaining("same conversation") });
  expect(modelRequests(scene)).toHaveLength(before + 1);
  expect(evidenceIn(scene)).toMatchObject({ same_conversation: true });
});
