import { writeFileSync } from "node:fs";
import { join } from "node:path";
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
  /** The user's own settings; none by default. */
  readonly own?: object;
}

/** Own settings with which commands that nobody has seen run on a machine without bubblewrap too. */
export const UNISOLATED = { run: { sandbox: "off" } };

const scenes: Scene[] = [];
export const removeScenes = (): void => {
  for (const scene of scenes.splice(0)) scene.remove();
};

/** Sets up a scene, which is removed once the test file is done. */
export const createScene = ({ process, own, ...options }: SceneOptions = {}): Scene => {
  const said = process === undefined ? {} : { process };
  const scene: Scene = makeScene({
    binary: BINARY,
    start: (argv, invocation) => {
      const env = own === undefined ? {} : { LLMCH_CONFIG: ownFile(scene) };
      return llmch(argv, { ...said, ...invocation, env: { ...env, ...invocation?.env } });
    },
    ...options,
  });
  if (own !== undefined) writeFileSync(ownFile(scene), JSON.stringify(own));
  scenes.push(scene);
  return scene;
};

const ownFile = ({ root }: Scene): string => join(root, "own-settings.json");
