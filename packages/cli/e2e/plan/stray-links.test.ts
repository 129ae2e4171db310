import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { serves } from "@llmch/testkit";
import { afterEach, expect, test } from "vitest";
import { closeLiveScenes, createLiveScene, KEY } from "../live/live-scene.ts";
import { createScene, type Scene } from "../scene.ts";
import { samplePlan } from "./sample-plan.ts";

afterEach(closeLiveScenes);

const SECRET = "Nobody may read the secret of 9191.\n";

/** Has the repo of a scene track links out of it, to what is the user's. */
const withLinks = (scene: Scene): void => {
  const orders = join(scene.root, "wo");
  const mine = join(scene.root, "mine");
  mkdirSync(mine);
  writeFileSync(join(mine, "spec.txt"), SECRET);
  writeFileSync(join(mine, "template.md"), `${SECRET}{{PRODUCT_SPEC}}\n`);
  scene.write({ "real.txt": "Build it.\n" });
  for (const [name, target] of [
    ["spec.txt", join(mine, "spec.txt")],
    ["template.md", join(mine, "template.md")],
    ["folder", mine],
    ["WO-01.json", join(orders, "WO-01.json")],
    ["wo", orders],
  ] as const)
    symlinkSync(target, join(scene.repo, name));
  scene.git("switch", "-qc", "work");
  scene.git("add", ".");
  scene.git("commit", "-qm", "links");
};

const TRIES: readonly (readonly string[])[] = [
  ["plan", "--spec", "spec.txt"],
  ["plan", "--spec", "folder/spec.txt"],
  ["plan", "--spec", "real.txt", "--template", "template.md"],
  ["build", "--spec", "spec.txt"],
  ["submit", "plan", "spec.txt", "--data", "../data"],
  ["check", "spec.txt"],
  ["check", "wo", "--spec", "spec.txt"],
  ["check", "wo"],
  ["check", "WO-01.json"],
  ["graph", "wo"],
  ["plan", "show", "wo"],
  ["plan", "revise", "Better.", "--plan", "wo"],
  ["doctor", "wo"],
  ["run", "--work-order", "WO-01.json"],
  ["run", "--work-order", "wo/WO-01.json"],
  ["run-all", "wo"],
  ["land", "WO-01.json"],
];

test("a link out of the repo that the repo tracks is not opened, whatever it is named as", async () => {
  const scene = createScene();
  scene.order();
  withLinks(scene);
  for (const argv of TRIES) {
    const { code, stdout, stderr } = await scene.llmch(argv, { cwd: scene.repo, env: { OPENAI_API_KEY: KEY } });
    expect([argv, code, `${stdout}${stderr}`]).toEqual([
      argv,
      1,
      expect.stringMatching(
        / is not opened: \S+ is a link that the repo tracks, and leads to no file of that repo: name/,
      ),
    ]);
    expect(`${stdout}${stderr}`).not.toContain("9191");
  }
  expect(scene.runs()).toEqual([]);
});

test("a link to a file of the repo is opened, and notes for agents that lie outside are not shown", async () => {
  const live = await createLiveScene({ responses: () => serves.answers(JSON.stringify(samplePlan())) });
  live.write({ "../mine.txt": SECRET, "real.txt": "Build it.\n" });
  symlinkSync("../mine.txt", join(live.repo, "AGENTS.md"));
  symlinkSync("real.txt", join(live.repo, "near.txt"));
  live.git("add", ".");
  live.git("commit", "-qm", "links");
  const flags = ["--spec", join(live.repo, "near.txt"), "--repo", live.repo, "--outdir", join(live.root, "planned")];
  expect(await live.llmch(["plan", ...flags])).toMatchObject({ code: 0 });
  const [prompt = ""] = live.server.requests.map((request) => request.prompt);
  expect(prompt).toContain("Build it.");
  expect(prompt).not.toContain("9191");
});
