import { chmodSync, cpSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { makeScene, type Scene, type SceneSettings, writeFiles } from "@llmch/testkit";
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

/**
 * A scene that is prepared once; later calls put it back as it was, at the same place, since records name their places. For tests that run
 * one after another. A copy of a run that is not sealed, or was changed since, counts as begun elsewhere: no test resumes one.
 */
export const preparedOnce = (prepare: () => Promise<Scene>): (() => Promise<Scene>) => {
  let prepared: Scene | undefined;
  return async () => {
    const scene = prepared ?? (await prepare());
    const copy = `${scene.root}-prepared`;
    if (prepared !== undefined) rmSync(scene.root, { recursive: true });
    const [from, to] = prepared === undefined ? [scene.root, copy] : [copy, scene.root];
    cpSync(from, to, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
    if (prepared === undefined) scenes.push({ ...scene, remove: () => rmSync(copy, { recursive: true, force: true }) });
    prepared = scene;
    return scene;
  };
};

const ownFile = ({ root }: Scene): string => join(root, "own-settings.json");

/** A PATH with what a run needs, but without bubblewrap; `more` adds programs. */
export const pathWithoutBubblewrap = (scene: Scene, more: Readonly<Record<string, string>> = {}): string => {
  const bin = join(scene.root, "bin");
  mkdirSync(bin);
  for (const name of ["sh", "git", "node", "test", "touch", "sleep", "cp"])
    symlinkSync(programOf(name), join(bin, name));
  writeFiles(bin, more);
  for (const name of Object.keys(more)) chmodSync(join(bin, name), 0o755);
  return bin;
};

const programOf = (name: string): string => {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const found = folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
  if (found === undefined) throw new Error(`${name} is not on the PATH`);
  return found;
};

/** A folder for the PATH with only git and Node. */
export const onlyGitAndNode = (root: string): string => {
  const bin = join(root, "bin");
  mkdirSync(bin);
  for (const name of ["git", "node"]) {
    const found = (process.env.PATH ?? "").split(":").find((folder) => folder !== "" && existsSync(join(folder, name)));
    symlinkSync(join(found ?? "", name), join(bin, name));
  }
  return bin;
};
