import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonValue } from "@llmch/text";
import { expect, test } from "vitest";
import { samplePlan } from "../plan/sample-plan.ts";
import { createScene, preparedOnce, readJsonFile, type Scene } from "../scene.ts";

/** An order that rewrites one file and reads another. */
const order = (number: number, file: string, context: readonly string[] = []): Record<string, JsonValue> => ({
  id: `WO-0${number}`,
  title: `Write ${file}`,
  intent: `Write ${file}.`,
  preconditions: [],
  postconditions: [{ kind: "file_exists", path: file }],
  allowed_files: [file],
  forbidden: [],
  acceptance_commands: [`grep -q right ${file}`],
  context_files: context,
  notes: null,
});

/** Two orders, compiled against the repo's first commit; the second reads what the first writes. */
const plannedScene = preparedOnce(async () => {
  const scene = createScene({
    files: { "first.js": "old\n", "read.md": "old\n", "other.md": "old\n", "scripts/verify.sh": "true\n" },
  });
  const plan = samplePlan([order(1, "first.js"), order(2, "second.js", ["first.js", "read.md"])]);
  writeFileSync(join(scene.root, "spec.txt"), "Write two files.\n");
  scene.answers({
    "plan/attempt-1": JSON.stringify(plan),
    "WO-01/attempt-1": scene.answer({ "first.js": "right\n" }),
    "WO-02/attempt-1": scene.answer({ "second.js": "wrong\n" }),
  });
  const target = ["--repo", scene.repo, "--outdir", scene.orders, "--artifacts-dir", scene.artifacts];
  const planned = await scene.llmch(["plan", "--spec", "spec.txt", ...target, "--replay", scene.record]);
  expect(planned).toMatchObject({ code: 0 });
  return scene;
});
const right = (scene: Scene) => ({ "WO-02/attempt-1": scene.answer({ "second.js": "right\n" }) });
const WORK = ["--branch", "work", "--max-attempts", "1"];

test("a plan names the commit that it was compiled against, if any", async () => {
  const scene = await plannedScene();
  const commit = scene.git("rev-parse", "HEAD");
  expect(readJsonFile(scene.orders, "WO-01.json").provenance).toMatchObject({ repo_commit: commit });
  for (const repo of [[], ["--repo", scene.orders]]) {
    const flags = ["--spec", "spec.txt", ...repo, "--outdir", scene.temporary, "--overwrite", "--replay", scene.record];
    expect((await scene.llmch(["plan", ...flags])).code).toBe(0);
    expect(Object.keys(Object(readJsonFile(scene.temporary, "WO-01.json").provenance))).not.toContain("repo_commit");
  }
});

test("files that changed since are named, and refused unless that is allowed", async () => {
  const scene = await plannedScene();
  const planned = scene.git("rev-parse", "--short=10", "HEAD");
  scene.commit({ "first.js": "changed\n", "read.md": "changed\n", "other.md": "changed\n" });
  const standing = scene.checkout();
  const refused = await scene.runAll(WORK);
  const found = `compiled against ${planned}, and since then first.js (WO-01, WO-02), read.md (WO-02) changed`;
  expect(refused).toMatchObject({ code: 1, stdout: "" });
  expect(refused.stderr).toBe(
    `error: the plan was ${found}: compile it again, or continue anyway with --allow-stale\n`,
  );
  expect(scene.runs()).toEqual([]);
  expect(scene.checkout()).toEqual(standing);
  const one = await scene.run(["--branch", "work", "--json"]);
  expect(JSON.parse(one.stdout).errors).toMatchObject([
    { code: "stale-plan", message: expect.stringContaining("first.js (WO-01) changed") },
  ]);

  scene.answers({ "WO-01/attempt-1": scene.answer({ "first.js": "right\n" }), ...right(scene) });
  const allowed = await scene.runAll([...WORK, "--allow-stale", "--json"]);
  expect(allowed.stderr).toContain(`warning: the plan was ${found}\n`);
  expect(JSON.parse(allowed.stdout)).toMatchObject({ exit_code: 0, warnings: [{ message: `the plan was ${found}` }] });
});

test("changes by the plan's own orders and others beside them are not stale, and an accepted change stays accepted", async () => {
  const scene = await plannedScene();
  scene.commit({ "other.md": "changed\n" });
  const failed = await scene.runAll(WORK);
  expect(failed.stderr).not.toContain("since then");
  expect(failed).toMatchObject({ code: 1, stdout: expect.stringMatching(/^PASS {2}WO-01 .*\nFAIL {2}WO-02 /) });

  scene.git("checkout", "--quiet", "work");
  scene.commit({ "other.md": "changed again\n" });
  const again = await scene.runAll(WORK);
  expect(again.stderr).not.toContain("since then");
  expect(again.stdout).toMatch(/^SKIP {2}WO-01 .*\nFAIL {2}WO-02 /);

  scene.commit({ "first.js": "right, but another's\n" });
  const touched = /since then first\.js \(WO-02\) changed/;
  expect((await scene.runAll(WORK)).stderr).toMatch(touched);
  const resumed = (...flags: string[]) =>
    scene.llmch(["resume", "--artifacts-dir", scene.artifacts, "--max-attempts", "+1", ...flags]);
  expect((await resumed()).stderr).toMatch(touched);

  const accepted = await scene.runAll([...WORK, "--allow-stale"]);
  expect(accepted).toMatchObject({ code: 1, stderr: expect.stringMatching(touched) });
  scene.answers({ "WO-02/attempt-2": scene.answer({ "second.js": "right\n" }) });
  const done = await resumed();
  expect(done).toMatchObject({ code: 0, stderr: expect.stringMatching(touched) });
});

test("a resume can accept what its run did not", async () => {
  const scene = await plannedScene();
  expect((await scene.runAll(WORK)).code).toBe(1);
  scene.git("checkout", "--quiet", "work");
  scene.commit({ "read.md": "changed\n" });
  scene.answers({ "WO-02/attempt-2": scene.answer({ "second.js": "right\n" }) });
  const flags = ["--artifacts-dir", scene.artifacts, "--max-attempts", "+1"];
  expect((await scene.llmch(["resume", ...flags])).stderr).toContain("since then read.md (WO-02) changed");
  expect((await scene.llmch(["resume", ...flags, "--allow-stale"])).code).toBe(0);
});

test("a commit that the repo does not have gives a warning", async () => {
  const scene = await plannedScene();
  scene.answers(right(scene));
  rmSync(join(scene.repo, ".git"), { recursive: true });
  scene.git("init", "--quiet", "--initial-branch=main");
  scene.git("config", "user.name", "Ada");
  scene.git("config", "user.email", "ada@example.org");
  scene.commit({ "more.md": "" });
  const { code, stderr } = await scene.runAll(WORK);
  expect(stderr).toMatch(/warning: the plan was compiled against [0-9a-f]{10}, which this repo does not have: /);
  expect(code).toBe(0);
});
