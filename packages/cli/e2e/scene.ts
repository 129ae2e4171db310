import { makeScene, type Scene, type SceneSettings } from "@llmch/testkit";
import { BINARY, llmch } from "./command-line.ts";

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

export interface SceneOptions extends Omit<SceneSettings, "binary" | "start"> {
  /** True if every llmch should be a separate process. */
  readonly process?: boolean;
}

const scenes: Scene[] = [];
export const removeScenes = (): void => {
  for (const scene of scenes.splice(0)) scene.remove();
};

/** Sets up a scene, which is removed once the test file is done. */
export const createScene = ({ process, ...options }: SceneOptions = {}): Scene => {
  const said = process === undefined ? {} : { process };
  const scene = makeScene({
    binary: BINARY,
    start: (argv, invocation) => llmch(argv, { ...said, ...invocation }),
    ...options,
  });
  scenes.push(scene);
  return scene;
};
