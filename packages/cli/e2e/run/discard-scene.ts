import { join } from "node:path";
import { expect } from "vitest";
import { createScene, type Scene } from "../scene.ts";

/** A scene with a remote, in which two orders have passed on the branch `work`. */
export const finishScene = async (): Promise<Scene> => {
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
export const discard = (scene: Scene, ...flags: string[]) =>
  scene.llmch(["discard", ...flags, "--artifacts-dir", scene.artifacts]);
