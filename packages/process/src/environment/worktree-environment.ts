import { existsSync, mkdirSync } from "node:fs";
import { join, relative } from "node:path";
import { isInside, realLocation, writeNewFile } from "@llmch/files";
import { shellQuoted } from "@llmch/text";
import { resolveProgram } from "../program/resolve-program.ts";
import type { Enclosure } from "../program/sandbox.ts";
import { isPythonTree, pythonPathsInside, type Trees } from "./python-paths.ts";
import { pythonSources } from "./python-sources.ts";

type Environment = Readonly<Record<string, string>>;

/**
 * Redirects an environment to llmch's tree: paths in the user's checkout become paths in the tree, the repo's own virtual
 * environment comes first on the PATH if none is active, the repo's modules are imported from the tree, and `python` exists if
 * only `python3` does (contract §5, §6).
 * @param enclose the sandbox for commands with an environment; null if they run as the user does
 */
export const worktreeEnvironment = async (
  environment: Environment,
  trees: Trees,
  enclose: (environment: Environment) => Enclosure | null,
): Promise<Environment> => {
  let turned = activateOwn(turnToTree(environment, trees), trees);
  const shim = makePythonShim(turned.PATH ?? "", trees.folder);
  if (shim !== null) turned = { ...turned, PATH: `${turned.PATH}:${shim}` };
  if (!isPythonTree(trees)) return turned;
  // If commands see the tree at the checkout's path, so does an editable install.
  const found = trees.alias ? [] : await pythonPathsInside(turned, trees, enclose(turned));
  const inside = found.length === 0 ? [] : [trees.root, ...found.map((path) => counterpart(path, trees))];
  return withModules(turned, [...pythonSources(trees.root), ...inside]);
};

/**
 * The environment that commands will get, as well as it is known before there is a worktree: lets preflight check which programs
 * and modules exist.
 */
export const checkoutEnvironment = (environment: Environment, checkout: string): Record<string, string> =>
  activateOwn(environment, {
    root: checkout,
    dependencies: [".venv", "venv"].filter((name) => existsSync(join(checkout, name))),
  });

/**
 * The environment of a command in a folder of llmch's tree: with the folder's own virtual environment, if it has one and the user
 * has none active, and the folder's modules before those that it may have installed from the user's checkout or elsewhere.
 */
export const folderEnvironment = (outside: Environment, root: string, folder: string): Environment => {
  const place = join(root, folder);
  const environment = withModules(outside, pythonSources(place));
  const active = environment.VIRTUAL_ENV;
  const isUsers = active !== undefined && !ENVIRONMENTS.some((name) => active === join(root, name));
  const own = ENVIRONMENTS.find((name) => existsSync(join(place, name, "bin/python")));
  if (own === undefined || isUsers) return environment;
  const home = join(place, own);
  const modules = [place, join(place, "src")].filter((path) => existsSync(path));
  const activated = { ...environment, VIRTUAL_ENV: home, PATH: `${join(home, "bin")}:${environment.PATH ?? ""}` };
  return withModules(activated, modules);
};

/** With folders that Python imports from before any other; the same environment if there are none. */
const withModules = (environment: Environment, folders: readonly string[]): Environment =>
  folders.length === 0
    ? environment
    : { ...environment, PYTHONPATH: [...new Set([...folders, ...listOf(environment.PYTHONPATH)])].join(":") };

const ENVIRONMENTS = [".venv", "venv"];

const turnToTree = (environment: Environment, trees: Trees): Record<string, string> => {
  const turned: Record<string, string> = { ...environment };
  for (const name of ["PATH", "PYTHONPATH", "VIRTUAL_ENV", "NODE_PATH"]) {
    const value = environment[name];
    if (value === undefined) continue;
    turned[name] = listOf(value)
      .map((entry) => counterpart(entry, trees))
      .join(":");
  }
  return turned;
};

/** The same place in llmch's tree, if the path is in the user's checkout and exists in the tree. */
const counterpart = (path: string, { checkout, root }: Trees): string => {
  const real = isInside(checkout, path) ? path : realLocation(path);
  if (!path.startsWith("/") || !isInside(checkout, real)) return path;
  const ours = join(root, relative(checkout, real));
  return existsSync(ours) ? ours : path;
};

const activateOwn = (
  environment: Environment,
  { root, dependencies }: Pick<Trees, "root" | "dependencies">,
): Record<string, string> => {
  if (environment.VIRTUAL_ENV !== undefined) return { ...environment };
  const own = [".venv", "venv"].find(
    (name) => dependencies.includes(name) && existsSync(join(root, name, "bin/python")),
  );
  if (own === undefined) return { ...environment };
  const home = join(root, own);
  return { ...environment, VIRTUAL_ENV: home, PATH: `${join(home, "bin")}:${environment.PATH ?? ""}` };
};

const listOf = (value: string | undefined): readonly string[] =>
  (value ?? "").split(":").filter((entry) => entry !== "");

/**
 * If `python` is not on the PATH but `python3` is, makes a folder with a `python` that runs it, also for scripts (contract §5).
 * Gives the folder to put on the PATH, or null if none is needed.
 */
export const makePythonShim = (path: string, folder: string): string | null => {
  if (resolveProgram("python", { path, cwd: folder }) !== null) return null;
  const python3 = resolveProgram("python3", { path, cwd: folder });
  if (python3 === null) return null;
  const bin = join(folder, "_bin");
  if (existsSync(bin)) return bin;
  mkdirSync(bin);
  // With a link, Python would not know which virtual environment it belongs to.
  writeNewFile(join(bin, "python"), Buffer.from(`#!/bin/sh\nexec ${shellQuoted(python3)} "$@"\n`), 0o755);
  return bin;
};
