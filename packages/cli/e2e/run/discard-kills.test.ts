import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { BINARY } from "../command-line.ts";
import { filesBelow, GIT_ENVIRONMENT } from "../scene.ts";
import { discard, finishScene } from "./discard-scene.ts";

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
  await scene.llmch(["discard", "--older-than", "1h", "--yes", "--artifacts-dir", scene.artifacts]);
  expect(scene.git("for-each-ref", "--format=%(refname)", "refs/heads")).toBe("refs/heads/main");
  for (const folder of ["factory", "run-all"]) expect(filesBelow(join(scene.artifacts, folder))).toEqual([]);
  expect(existsSync(join(scene.repo, ".git/llmch"))).toBe(false);
});
