import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { orderSha256 } from "@llmch/contract";
import { serves } from "@llmch/testkit";
import { afterAll, afterEach, expect, test } from "vitest";
import { runInProcess } from "../in-process.ts";
import { closeLiveScenes, createLiveScene } from "../live/live-scene.ts";
import { filesBelow, readJsonFile } from "../scene.ts";
import { createPlanScene, removePlanScenes } from "./plan-scene.ts";
import { invalidPlan, sampleOrder, samplePlan } from "./sample-plan.ts";

afterEach(closeLiveScenes);
afterAll(removePlanScenes);

const FEEDBACK = "split part 2, keep the API";
/** Part 2 in two halves; part 1 stays. */
const SPLIT = samplePlan([
  sampleOrder(1),
  sampleOrder(2, { title: "Write part 2, first half" }),
  sampleOrder(3, { title: "Write part 2, second half" }),
]);
const KEY = { OPENAI_API_KEY: "sk-other-canary" };
const answered = (...answers: readonly object[]) =>
  answers
    .map(
      (answer, at) =>
        `${JSON.stringify({ key: `plan/attempt-${at + 1}`, response: { text: JSON.stringify(answer) } })}\n`,
    )
    .join("");

test("a plan is revised as its user says: an invalid answer is sent back, the changes are shown, and a yes replaces it", async () => {
  const scene = createPlanScene([samplePlan()]);
  expect((await scene.replay(["--outdir", "wo"])).code).toBe(0);
  const first = scene.run();
  const text = (folder: string) =>
    scene
      .names(folder)
      .map((name) => scene.read(`${folder}/${name}`))
      .join("");
  const before = text("wo");
  scene.write({ "spec.txt": "Another spec.\n", "revised.jsonl": answered(invalidPlan(), SPLIT) });
  const revise = (...flags: readonly string[]) =>
    scene.llmch(["plan", "revise", FEEDBACK, "--replay", "revised.jsonl", ...flags]);

  const shown = await revise();
  expect(shown).toMatchObject({ code: 0 });
  expect(shown.stdout).toContain(
    "changed  WO-02  Write part 2, first half\ntitle: Write part [-2-]{+2, first half+}\n",
  );
  expect(shown.stdout).toContain("added    WO-03  Write part 2, second half\n");
  expect(shown.stdout).not.toContain("WO-01  ");
  expect(shown.stdout).toMatch(/\nPASS {2}1 added, 1 changed, proposed; take it up with --yes: .*\/output\n$/);
  expect(shown.stderr).toContain("run the same command with --yes to accept it");
  expect(text("wo")).toBe(before);

  const [, run = ""] = scene.names("artifacts/planner").map((name) => `artifacts/planner/${name}`);
  const prompts = [1, 2].map((attempt) => scene.read(`${run}/compile/prompt_attempt_${attempt}.txt`));
  expect(prompts[0]?.startsWith(scene.read(`${first}/compile/prompt_attempt_1.txt`).trimEnd())).toBe(true);
  for (const prompt of prompts) {
    expect(prompt).toContain(`\n${FEEDBACK}\n`);
    expect(prompt).toContain('"title": "Write part 2"');
    expect(prompt).not.toContain("planner_run_id");
  }
  expect(prompts[1]).toContain("[E103] WO-01: ");
  const config = { spec: `${scene.root}/${first}/spec.txt`, revises: { plan: `${scene.root}/wo`, feedback: FEEDBACK } };
  expect(scene.json(`${run}/run.json`)).toMatchObject({ tool: "planner", success: true, config });

  for (const flags of [["--json"], ["--quiet"]]) {
    const told = await revise(...flags, "--plan", "wo");
    expect(told.code).toBe(0);
    if (flags[0] === "--json")
      expect(JSON.parse(told.stdout)).toMatchObject({
        command: "plan revise",
        taken_up: false,
        changes: [{ kind: "kept" }, { kind: "changed" }, { kind: "added", after: { id: "WO-03" } }],
      });
  }
  expect(text("wo")).toBe(before);

  const taken = await revise("--yes");
  expect(taken).toMatchObject({ code: 0 });
  expect(taken.stdout).toContain(`PASS  1 added, 1 changed: ${scene.root}/wo\n`);
  expect(taken.stderr).toContain("next:\n  llmch run-all wo\n");
  expect(scene.names("wo")).toEqual(["WO-01.json", "WO-02.json", "WO-03.json", "WORK_ORDERS_MANIFEST.json"]);
  const maker = scene.names("artifacts/planner").at(-1);
  expect(scene.json("wo/WO-03.json")).toMatchObject({
    title: "Write part 2, second half",
    provenance: { planner_run_id: maker },
  });

  const again = await revise("--yes");
  expect(again).toMatchObject({ code: 1, stdout: "FAIL  the planner changes nothing in the plan\n" });
  const gone = await scene.llmch(["plan", "revise", "x", "--plan", "wo", "--artifacts-dir", "elsewhere"]);
  expect(gone.stderr).toMatch(
    /^error: the run that made \S+ is not in \S+, and with it the spec: name the spec with --spec FILE/,
  );
});

test("a revision that was shown is taken up without a request, for the plan's own repo and spec; a terminal is asked", async () => {
  const moved = samplePlan([
    sampleOrder(1),
    sampleOrder(2, { title: "New" }),
    sampleOrder(3, { title: "Write part 2" }),
  ]);
  const answers = [samplePlan(), moved, samplePlan()].map((plan) => serves.answers(JSON.stringify(plan)));
  const live = await createLiveScene({ responses: answers });
  expect((await live.plan()).code).toBe(0);
  const orders = join(live.root, "wo");
  const [first = ""] = live.runs("planner");
  const titles = () => filesBelow(orders).map((name) => readJsonFile(orders, name).title);

  const shown = await live.llmch(["plan", "revise", FEEDBACK]);
  expect(shown.stdout).toContain("added    WO-02  New\n");
  expect(titles()).toEqual(["Write part 1", "Write part 2", undefined]);
  expect(readJsonFile(live.runs("planner").at(-1) ?? "", "run.json")).toMatchObject({
    config: { repo: live.repo, outdir: null, spec: join(first, "spec.txt") },
  });
  const taken = await live.llmch(["plan", "revise", FEEDBACK, "--yes", "--json"], { env: { OPENAI_API_KEY: "" } });
  expect(JSON.parse(taken.stdout)).toMatchObject({ ok: true, cached: true, taken_up: true, paths: { orders } });
  expect(titles()).toEqual(["Write part 1", "New", "Write part 2", undefined]);
  expect(live.ways()).toHaveLength(2);

  for (const [input, count] of [
    ["n\n", 4],
    ["y\n", 3],
  ] as const) {
    const argv = ["plan", "revise", "no New", "--artifacts-dir", dirname(dirname(first)), "--renderer", "log"];
    const env = { ...KEY, OPENAI_BASE_URL: live.server.url, XDG_STATE_HOME: join(live.root, "state") };
    const asked = await runInProcess(argv, { cwd: live.root, env, input, isTerminal: true });
    expect(asked).toMatchObject({ code: 0 });
    expect(asked.stderr).toContain(`Replace the orders in ${orders}? [y/N] `);
    expect(asked.stdout).toMatch(/removed {2}WO-0\d {2}New/);
    expect(titles()).toHaveLength(count);
  }
  expect(live.ways()).toHaveLength(3);
});

test("an order that has landed does not become wider by a yes that was given before anybody saw how", async () => {
  const wider = (number: number, path: string) => {
    const postconditions = [`src/part-${number}.js`, path].map((each) => ({ kind: "file_exists", path: each }));
    return sampleOrder(number, { postconditions, allowed_files: [`src/part-${number}.js`, path] });
  };
  const wide = samplePlan([wider(1, "src/one.js"), wider(2, "src/two.js")]);
  const answers = [samplePlan(), wide].map((plan) => serves.answers(JSON.stringify(plan)));
  const live = await createLiveScene({ responses: answers });
  expect((await live.plan()).code).toBe(0);
  const [orders, trailers] = [join(live.root, "wo"), `Llmch-Order: WO-01\nLlmch-Order-Sha256: `];
  const sha256 = orderSha256(readJsonFile(orders, "WO-01.json"));
  live.git("branch", "work", live.git("commit-tree", "-p", "HEAD", "-m", `One\n\n${trailers}${sha256}`, "HEAD^{tree}"));
  const revise = () => live.llmch(["plan", "revise", FEEDBACK, "--yes"]);
  const refused = await revise();
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.stdout).toContain("changed  WO-01");
  expect(refused.stderr).toContain(
    'WO-01 has landed, and the new plan makes it wider: it may write "src/one.js": look at the changes',
  );
  expect(readJsonFile(orders, "WO-02.json").allowed_files).toEqual(["src/part-2.js"]);
  expect(await revise()).toMatchObject({ code: 0 });
  expect(readJsonFile(orders, "WO-01.json").allowed_files).toHaveLength(2);
});

test("a revision asks the model and keeps the caps that the settings of the plan's repo, the user and the flags name", async () => {
  const answers = [samplePlan(), SPLIT, SPLIT].map((plan) => serves.answers(JSON.stringify(plan)));
  const live = await createLiveScene({ responses: answers });
  expect((await live.plan()).code).toBe(0);
  writeFileSync(join(live.repo, "llmch.config.json"), '{ "planner": { "model": "gpt-repo" } }');
  const revise = (flags: readonly string[], env = {}) => live.llmch(["plan", "revise", FEEDBACK, ...flags], { env });
  const models = () => live.server.requests.map(({ body }) => body.model);

  expect((await revise([])).code).toBe(0);
  expect((await revise(["--model", "gpt-flag"])).code).toBe(0);
  expect(models().slice(1)).toEqual(["gpt-repo", "gpt-flag"]);
  expect(await revise(["--refresh", "--max-tokens", "1"])).toMatchObject({ code: 5 });
  expect(await revise([], { LLMCH_PLANNER_MAX_ATTEMPTS: "zz" })).toMatchObject({ code: 1 });
  expect(models()).toHaveLength(3);
});

test("an interrupted revision resumes with the plan as it was read, and the orders that a run keeps are never replaced", async () => {
  const scene = createPlanScene([samplePlan()]);
  expect((await scene.replay()).code).toBe(0);
  const made = scene.run();
  const kept = scene.read(`${made}/output/WO-02.json`);
  scene.write({ "revised.jsonl": answered(invalidPlan()) });
  const broken = await scene.llmch(["plan", "revise", FEEDBACK, "--replay", "revised.jsonl", "--yes"]);
  expect(broken.code).toBe(3);
  expect(broken.stderr).toContain("llmch resume ");
  const run = `artifacts/planner/${scene.names("artifacts/planner").at(-1)}`;
  const text = JSON.stringify(SPLIT);
  scene.write({ "more.jsonl": `${JSON.stringify({ key: "plan/attempt-2", response: { text } })}\n` });
  expect((await scene.llmch(["resume", "--replay", "more.jsonl"])).code).toBe(0);
  expect(scene.read(`${run}/compile/prompt_attempt_2.txt`)).toContain(`\n${FEEDBACK}\n`);

  scene.write({ "revised.jsonl": answered(samplePlan([sampleOrder(1)])) });
  const id = made.split("/").at(-1) ?? "";
  const fewer = await scene.llmch(["plan", "revise", "less", "--plan", id, "--replay", "revised.jsonl", "--yes"]);
  expect(fewer.stdout).toMatch(/^removed {2}WO-02 {2}Write part 2\nPASS {2}1 removed: \S+\/output\n$/);
  expect(scene.read(`${made}/output/WO-02.json`)).toBe(kept);
});
