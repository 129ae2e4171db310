import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { BINARY } from "../command-line.ts";
import { createScene, filesBelow, GIT_ENVIRONMENT, preparedOnce, type Scene } from "../scene.ts";

/** A scene with a remote, in which two orders have passed on the branch `work`. */
const finishScene = async (): Promise<Scene> => {
  const scene = createScene();
  scene.order();
  scene.order({ id: "WO-02", allowed_files: ["second.js"] });
  scene.answers({
    "WO-01/attempt-1": scene.answer({ "greet.js": "1\n" }),
    "WO-02/attempt-1": scene.answer({ "second.js": "2\n" }),
  });
  scene.git("init", "-q", "--bare", join(scene.root, "remote.git"));
  scene.git("remote", "add", "origin", join(scene.root, "remote.git"));
  expect((await scene.runAll(["--branch", "work", "--push"])).code).toBe(0);
  return scene;
};
const finishedScene = preparedOnce(finishScene);

const discard = (scene: Scene, ...flags: string[]) =>
  scene.llmch(["discard", ...flags, "--artifacts-dir", scene.artifacts]);

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

test("a discard that is killed at any point continues with the same command", { tags: "strace" }, async () => {
  const scene = await finishScene();
  const [id = ""] = scene.runs("run-all").map((run) => basename(run));
  const argv = [BINARY, "discard", id, "--yes", "--artifacts", "--artifacts-dir", scene.artifacts];
  const own = { TMPDIR: scene.temporary, XDG_STATE_HOME: join(scene.root, "state"), XDG_CACHE_HOME: scene.temporary };
  const env = { ...process.env, ...GIT_ENVIRONMENT, ...own };
  let killed = 0;
  for (const [call, when] of [
    ["link", 1],
    ["rename", 1],
    ["rename", 2],
    ["unlink,unlinkat", 6],
    ["unlink,unlinkat", 12],
    ["rmdir", 2],
    ["rename", 3],
  ] as const) {
    const kill = ["-qq", "-e", `trace=${call}`, "-e", `inject=${call}:signal=KILL:when=${when}`];
    const { status } = spawnSync("strace", [...kill, process.execPath, ...argv], { cwd: scene.root, env });
    if (status !== 0) killed += 1;
    // The remains can always be found: either the record still exists, or everything is gone.
    if (status === 0) break;
  }
  expect(killed).toBeGreaterThan(2);
  const last = await discard(scene, id, "--yes", "--artifacts");
  expect(last.code === 0 || last.stderr.includes("there is no run")).toBe(true);
  await scene.llmch(["runs", "--prune", "--older-than", "1h", "--yes", "--artifacts-dir", scene.artifacts]);
  expect(scene.git("for-each-ref", "--format=%(refname)", "refs/heads")).toBe("refs/heads/main");
  for (const folder of ["factory", "run-all"]) expect(filesBelow(join(scene.artifacts, folder))).toEqual([]);
  expect(existsSync(join(scene.repo, ".git/llmch"))).toBe(false);
});
