import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { llmch } from "../command-line.ts";
import { createPlanScene, type PlanScene, removePlanScenes } from "./plan-scene.ts";
import { samplePlan } from "./sample-plan.ts";

afterAll(removePlanScenes);

const gitIn = (scene: PlanScene) => (args: readonly string[]) =>
  execFileSync("git", ["-C", scene.root, "-c", "user.name=a", "-c", "user.email=a@b", ...args], { stdio: "pipe" });

/** A scene whose folder is a git repo with one file. */
const sceneInRepo = (): PlanScene => {
  const scene = createPlanScene([samplePlan()]);
  const git = gitIn(scene);
  scene.write({ "lib/there.js": "1\n" });
  for (const args of [
    ["init", "-q"],
    ["add", "lib"],
    ["commit", "-q", "-m", "start"],
  ])
    git(args);
  return scene;
};
const promptOf = (scene: PlanScene) => scene.read(`${scene.run()}/compile/prompt_attempt_1.txt`);

it("a plan inside a git repo is for that repo, and says so", async () => {
  const scene = sceneInRepo();
  const { code, stderr } = await scene.replay();
  expect(code).toBe(0);
  expect(stderr).toContain("spec.txt, for the repo of this directory, ");
  expect(promptOf(scene)).toContain("lib/there.js");
});

it("so is one from a folder in it", async () => {
  const scene = sceneInRepo();
  const argv = ["plan", "--spec", "../spec.txt", "--replay", "../exchanges.jsonl", "--artifacts-dir", "../artifacts"];
  const { code, stderr } = await llmch(argv, { cwd: join(scene.root, "lib") });
  expect(code).toBe(0);
  expect(stderr).toContain("spec.txt, for .., ");
  expect(promptOf(scene)).toContain("lib/there.js");
});

it("--no-repo plans for an empty directory", async () => {
  const scene = sceneInRepo();
  const { code, stderr } = await scene.replay(["--no-repo"]);
  expect(code).toBe(0);
  expect(stderr).not.toContain("for the repo");
  expect(promptOf(scene)).not.toContain("lib/there.js");
});

it("a repo without a commit works too", async () => {
  const scene = createPlanScene([samplePlan()]);
  gitIn(scene)(["init", "-q"]);
  expect((await scene.replay()).code).toBe(0);
});
