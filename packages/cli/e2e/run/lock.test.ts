import { existsSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setInterval } from "node:timers/promises";
import { expect, test } from "vitest";
import { createScene, type Scene } from "../scene.ts";

/** A scene with a run on `work` that continues until its command is released. */
const busyScene = async () => {
  const scene = createScene();
  const started = join(scene.root, "started");
  scene.git("branch", "work");
  scene.order({ acceptance_commands: [`sh -c "touch '${started}'; sleep 300"`] });
  scene.answers({ "WO-01/attempt-1": scene.answer({ "greet.js": "1\n" }) });
  let end: (signal: NodeJS.Signals) => void = () => {};
  const run = scene.run(["--branch", "work", "--no-sandbox"], {
    onOutput: (_stderr, kill) => {
      end = kill;
    },
  });
  for await (const _ of setInterval(10)) if (existsSync(started)) break;
  return { scene, end: (signal: NodeJS.Signals) => end(signal), ended: run };
};

const secondRun = (scene: Scene, flags: readonly string[] = []) => scene.run(["--branch", "work", "--json", ...flags]);

test("a second run on a busy branch is refused, from a linked worktree too, until the first ends", async () => {
  const { scene, end, ended } = await busyScene();
  const linked = join(scene.root, "linked");
  scene.git("worktree", "add", "--quiet", "-b", "elsewhere", linked);
  const standing = scene.checkout();
  for (const flags of [[], ["--repo", linked]]) {
    const { code, stdout } = await secondRun(scene, flags);
    expect(code).toBe(1);
    const [error] = JSON.parse(stdout).errors;
    expect(error.code).toBe("locked");
    expect(error.message).toContain(hostname());
    expect(error.message).toMatch(/process \d+|pid \d+/);
    expect(error.message).toMatch(/[0-9A-Z]{26}/);
    expect(error.message).toMatch(/20\d\d-\d\d-\d\dT/);
  }
  expect(scene.runs()).toHaveLength(1);
  expect(scene.checkout()).toEqual(standing);

  // Another branch is free.
  scene.order();
  expect((await scene.run(["--branch", "other"])).code).toBe(0);
  end("SIGINT");
  expect((await ended).code).toBe(130);
  expect((await secondRun(scene)).code).toBe(0);
  scene.git("worktree", "remove", linked);
  expect(scene.leftovers()).toEqual([]);
  expect(existsSync(join(scene.repo, ".git/llmch"))).toBe(false);
});

test("a dead holder's branch is taken over, which is reported", async () => {
  const { scene, end, ended } = await busyScene();
  end("SIGKILL");
  expect((await ended).signal).toBe("SIGKILL");
  scene.order();
  const { code, stderr } = await secondRun(scene);
  expect(code).toBe(0);
  expect(stderr).toMatch(/took over from the run [0-9A-Z]{26}, which is gone/);
  expect(scene.leftovers()).toEqual([]);
});
