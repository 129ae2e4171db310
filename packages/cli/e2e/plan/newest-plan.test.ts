import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createScene, readJsonFile, type Scene, UNISOLATED } from "../scene.ts";
import { sampleOrder, samplePlan } from "./sample-plan.ts";

const OURS = { ".gitignore": "artifacts/\nwo/\n*.jsonl\nspec*\n", "lib/there.js": "1\n" };
const order = (title: string) => sampleOrder(1, { title });

/** Plans in a repo, over a record of its own, from a spec of that name. */
const plan = async (scene: Scene, name: string, title: string, ...flags: readonly string[]): Promise<void> => {
  const record = join(scene.root, `${name}.jsonl`);
  const text = JSON.stringify(samplePlan([order(title)]));
  writeFileSync(record, `${JSON.stringify({ key: "plan/attempt-1", response: { text } })}\n`);
  writeFileSync(join(scene.repo, name), `Build ${title}.\n`);
  const { code, stderr } = await scene.llmch(["plan", name, "--replay", record, ...flags], { cwd: scene.repo });
  expect({ code, stderr }).toMatchObject({ code: 0 });
};

test("without a folder, commands take the newest plan from where it stands, with its user's edits, and say which", async () => {
  const scene = createScene({ files: OURS, own: UNISOLATED });
  const here = { cwd: scene.repo };
  await plan(scene, "spec-1.txt", "The first");
  await plan(scene, "spec-2.txt", "The second", "--outdir", "wo");
  const path = join(scene.repo, "wo/WO-01.json");
  writeFileSync(path, readFileSync(path, "utf8").replace("The second", "Edited"));
  const taken = "the newest plan of this repo: wo (from spec-2.txt)\n";
  const shown = await scene.llmch(["plan", "show"], here);
  expect(shown).toMatchObject({ code: 0, stderr: taken, stdout: expect.stringContaining("Edited") });
  for (const line of [["check"], ["graph"], ["run-all", "--dry-run", "--replay", scene.record]])
    expect(await scene.llmch(line, here)).toMatchObject({ code: 0, stderr: expect.stringContaining(taken) });
  const { stdout } = await scene.llmch(["check", "--json"], here);
  expect(JSON.parse(stdout).paths).toEqual({ plan: join(scene.repo, "wo") });
  scene.answers({ "WO-01/attempt-1": scene.answer({ "src/part-1.js": "1;\n" }) });
  expect(await scene.llmch(["run-all", "--replay", scene.record], here)).toMatchObject({ code: 0 });
  expect(scene.git("log", "-1", "--format=%s", "--branches=llmch/*")).toContain("Edited");
});

test("the folder's orders are left if another plan was written there, and a change that was declined is no plan", async () => {
  const scene = createScene({ files: OURS });
  const here = { cwd: scene.repo };
  await plan(scene, "spec-1.txt", "The first", "--outdir", "wo");
  writeFileSync(join(scene.repo, "wo/WORK_ORDERS_MANIFEST.json"), "{}\n");
  const title = async () => (await scene.llmch(["plan", "show", "--json"], here)).stdout;
  expect(JSON.parse(await title())).toMatchObject({ work_orders: [{ title: "The first" }] });
  await plan(scene, "spec-2.txt", "The second", "--outdir", "wo", "--overwrite");
  const revised = join(scene.root, "revised.jsonl");
  const text = JSON.stringify(samplePlan([order("Declined")]));
  writeFileSync(revised, `${JSON.stringify({ key: "plan/attempt-1", response: { text } })}\n`);
  expect(await scene.llmch(["plan", "revise", "otherwise", "--replay", revised], here)).toMatchObject({ code: 0 });
  expect(JSON.parse(await title())).toMatchObject({
    paths: { plan: join(scene.repo, "wo") },
    work_orders: [{ title: "The second" }],
  });
  await scene.llmch(["plan", "revise", "otherwise", "--replay", revised, "--yes"], here);
  expect(JSON.parse(await title())).toMatchObject({ work_orders: [{ title: "Declined" }] });
});

test("a plan of another repo in the same store is not taken, and of none it is said what to type", async () => {
  const scene = createScene({ files: OURS });
  const other = join(scene.root, "other");
  mkdirSync(other);
  scene.git("init", "-q", other);
  const store = ["--artifacts-dir", join(scene.root, "store")];
  await plan(scene, "spec-1.txt", "The first", ...store);
  for (const line of ["run-all", "check", "graph", "plan show"]) {
    const argv = [...line.split(" "), ...store];
    expect(await scene.llmch(argv, { cwd: other })).toMatchObject({
      code: 1,
      stdout: "",
      stderr: `error: there is no plan of this repo in ${scene.root}/store: make one with \`llmch plan SPEC --artifacts-dir ${scene.root}/store\`, or name the folder of its orders\n`,
    });
  }
  for (const [line, said] of [
    ["diff", `there is no run of orders in ${scene.root}/store: make one with \`llmch run-all --artifacts-dir`],
    ["pr", "make one with `llmch run-all --artifacts-dir"],
    ["diff last WO-01", "is not a run-all: leave the order out"],
  ] as const)
    expect(await scene.llmch([...line.split(" "), ...store], { cwd: scene.repo })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(said),
    });
  const named = ["plan", "show", "--repo", scene.repo, ...store];
  expect(await scene.llmch(named, { cwd: other })).toMatchObject({ code: 0 });
});

test("a run of the newest plan says in its request which one it was", async () => {
  const scene = createScene({ files: OURS });
  await plan(scene, "spec-1.txt", "The first", "--outdir", "wo");
  await scene.llmch(["run-all", "--replay", scene.record], { cwd: scene.repo });
  const runs = join(scene.repo, "artifacts/run-all");
  const [run = ""] = readdirSync(runs);
  expect(readJsonFile(join(runs, run, "request.json"))).toMatchObject({ request: { orders: join(scene.repo, "wo") } });
});
