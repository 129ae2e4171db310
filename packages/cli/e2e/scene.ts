import { makeScene, type Scene, type SceneSettings } from "@llmch/testkit";
import { BINARY } from "./command-line.ts";

export {
  filesBelow,
  GIT_ENVIRONMENT,
  gitIn,
  readJsonFile,
  readJsonLines,
  type Scene,
  sceneOrder,
  sha256,
  writeFiles,
} from "@llmch/testkit";

export type SceneOptions = Omit<SceneSettings, "binary">;

const scenes: Scene[] = [];
export const removeScenes = (): void => {
  for (const scene of scenes.splice(0)) scene.remove();
};

/** Sets a scene up around the built llmch. It is removed once the test file is done. */
export const createScene = (options: SceneOptions = {}): Scene => {
  const scene = makeScene({ binary: BINARY, ...options });
  scenes.push(scene);
  return scene;
};
