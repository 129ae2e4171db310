import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { runInProcess } from "../in-process.ts";
import { createScene, preparedOnce, type Scene } from "../scene.ts";
import { discard, finishScene } from "./discard-scene.ts";

const finishedScene = preparedOnce(finishScene);

test("removes a run's branch when told to, and its record only with --artifacts", async () => {
  const scene = await finishedScene();
  const config = readFileSync(join(scene.repo, ".git/config"), "utf8");
  const before = scene.checkout();
  const tip = scene.git("rev-parse", "work");
  const listed = await discard(scene, "--dry-run");
  expect(listed.code).toBe(0);
  expect(listed.stdout).toContain(`\n  branch work at ${tip.slice(0, 10)} (2 commits) in ${scene.repo}\n`);
  const unasked = await discard(scene);
  expect(unasked).toMatchObject({ code: 1, stderr: expect.stringContaining("add --yes") });
  expect(scene.checkout()).toEqual(before);

  const done = await discard(scene, "--yes");
  expect(done).toMatchObject({ code: 0, stdout: expect.stringContaining("PASS  discarded") });
  expect(done.stderr).toContain(`  git -C ${scene.repo} push origin --delete work\n`);
  expect(scene.git("for-each-ref", "--format=%(refname)", "refs/heads")).toBe("refs/heads/main");
  expect(scene.git("rev-parse", "origin/work")).toBe(tip);
  expect(readFileSync(join(scene.repo, ".git/config"), "utf8")).toBe(config.replace(/\[branch "work"\][^[]*/, ""));
  expect(scene.leftovers()).toEqual([]);
  expect(scene.runs()).toHaveLength(2);

  const [id = ""] = scene.runs("run-all").map((run) => basename(run));
  const again = await discard(scene, id, "--yes", "--json");
  expect(JSON.parse(again.stdout)).toMatchObject({ ok: true, run_id: id, removed: false, tip: null });
  expect(await discard(scene, id, "--yes", "--artifacts")).toMatchObject({ code: 0 });
  expect([...scene.runs(), ...scene.runs("run-all")]).toEqual([]);
  expect(await discard(scene, "--yes")).toMatchObject({ code: 1, stderr: expect.stringContaining("there is no run") });
});

test("removes the records of runs that ended long ago, and no branch", async () => {
  const scene = await finishedScene();
  const [id = ""] = scene.runs("run-all").map((run) => basename(run));
  const old = (...flags: string[]) =>
    runInProcess(["discard", "--older-than", "8w", "--artifacts-dir", scene.artifacts, ...flags], { cwd: scene.root });
  expect(await old()).toMatchObject({ code: 0, stdout: expect.stringContaining("nothing to remove in ") });
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60 * 86_400_000 });
  onTestFinished(() => void vi.useRealTimers());
  expect((await old("--yes")).stdout).toContain(`these stay: no other branch has their commits yet\n  ${id}  `);
  scene.git("branch", "merged", "work");
  const before = scene.checkout();
  expect((await old("--dry-run")).stdout).toMatch(new RegExp(`^  ${id}  .*\n$`));
  expect(await old()).toMatchObject({ code: 1, stderr: expect.stringContaining("add --yes") });
  expect(scene.runs("run-all")).toHaveLength(1);
  const { stdout } = await old("--yes", "--json");
  expect(JSON.parse(stdout)).toMatchObject({ ok: true, runs: [id], unmerged: [], removed: true });
  expect([...scene.runs(), ...scene.runs("run-all")]).toEqual([]);
  expect(scene.checkout()).toEqual(before);
  expect((await old("last", "--yes")).stderr).toContain("a run and --older-than exclude each other");
  expect((await discard(scene, "--older-than", "soon")).stderr).toContain("soon is no age: give one such as 12h");
});

test.each<[string, (scene: Scene) => void, RegExp]>([
  [
    "is checked out",
    (scene) => scene.git("switch", "-q", "work"),
    /work is checked out in .*: switch to another branch/,
  ],
  [
    "has another name",
    (scene) => scene.git("symbolic-ref", "refs/heads/alias", "refs/heads/work"),
    /alias is only another name for work, and would lead nowhere/,
  ],
  [
    "is the default one of origin",
    (scene) => scene.git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/work"),
    /work is never removed: it is the default branch of origin/,
  ],
  [
    "is being bisected",
    (scene) => {
      scene.git("switch", "-q", "work");
      scene.git("bisect", "start", "HEAD", "main");
    },
    /a bisection of work is not finished in .*: finish or abort it there/,
  ],
  [
    "went on",
    (scene) => {
      const mine = scene.git("commit-tree", "-p", "work", "-m", "mine", "work^{tree}");
      scene.git("update-ref", "refs/heads/work", mine);
    },
    /work is at [0-9a-f]{10}, which the run has not made/,
  ],
])("a branch that %s stays, and so does the record", async (_, act, why) => {
  const scene = await finishedScene();
  act(scene);
  const before = scene.checkout();
  const refused = await discard(scene, "--yes", "--artifacts");
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(why) });
  expect(scene.checkout()).toEqual(before);
  expect(scene.runs()).toHaveLength(2);
});

test("keeps a branch if only it holds the commits that the run found there", async () => {
  const scene = createScene();
  scene.order();
  scene.answers({ "WO-01/attempt-1": scene.answer({ "greet.js": "1\n" }) });
  const mine = scene.git("commit-tree", "-p", "main", "-m", "mine", "main^{tree}");
  scene.git("branch", "work", mine);
  expect((await scene.run(["--branch", "work"])).code).toBe(0);
  const refused = await discard(scene, "--yes");
  expect(refused.stderr).toContain(`work alone holds ${mine.slice(0, 10)}, which the run has not made`);
  scene.git("branch", "kept", mine);
  expect(await discard(scene, "--yes")).toMatchObject({ code: 0 });
  expect(scene.git("rev-parse", "kept")).toBe(mine);
});
