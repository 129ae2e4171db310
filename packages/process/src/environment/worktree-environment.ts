import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { isInside, realLocation } from "@llmch/files";
import type { Enclosure } from "../sandbox/sandbox.ts";
import { isPythonTree, pythonPathsInside } from "./python-paths.ts";
import { makePythonShim } from "./python-shim.ts";
import type { Trees } from "./trees.ts";

type Environment = Readonly<Record<string, string>>;

/**
 * Turns an environment to our tree: what names a place in the user's checkout names ours instead, the repo's own virtual
 * environment comes first on the PATH where none is active, modules of the repo are imported from our tree, and
 * `python` is there where only `python3` is (contract §5, §6).
 * @param enclose the sandbox for commands with an environment; null where they run as the user does
 */
export const worktreeEnvironment = async (
  environment: Environment,
  trees: Trees,
  enclose: (environment: Environment) => Enclosure | null,
): Promise<Record<string, string>> => {
  let turned = activateOwn(turnToTree(environment, trees), trees);
  const shim = makePythonShim(turned.PATH ?? "", trees.folder);
  if (shim !== null) turned = { ...turned, PATH: `${turned.PATH}:${shim}` };
  if (!isPythonTree(trees)) return turned;
  const found = await pythonPathsInside(turned, trees, enclose(turned));
  if (found.length === 0) return turned;
  const paths = [trees.root, ...found.map((path) => counterpart(path, trees)), ...listOf(turned.PYTHONPATH)];
  return { ...turned, PYTHONPATH: [...new Set(paths)].join(":") };
};

/**
 * The environment that commands will get, as far as it can be told before there is a worktree: to see in preflight
 * which programs and modules are there.
 */
export const checkoutEnvironment = (environment: Environment, checkout: string): Record<string, string> =>
  activateOwn(environment, {
    root: checkout,
    dependencies: [".venv", "venv"].filter((name) => existsSync(join(checkout, name))),
  });

/**
 * The environment of a command in a folder of our tree: with the folder's own virtual environment, where it has one and the user
 * has none active, and the folder's modules before those that it may have installed of the user's checkout.
 */
export const folderEnvironment = (environment: Environment, root: string, folder: string): Environment => {
  const place = join(root, folder);
  const active = environment.VIRTUAL_ENV;
  const isUsers = active !== undefined && !ENVIRONMENTS.some((name) => active === join(root, name));
  const own = ENVIRONMENTS.find((name) => existsSync(join(place, name, "bin/python")));
  if (own === undefined || isUsers) return environment;
  const home = join(place, own);
  const modules = [place, join(place, "src")].filter((path) => existsSync(path));
  return {
    ...environment,
    VIRTUAL_ENV: home,
    PATH: `${join(home, "bin")}:${environment.PATH ?? ""}`,
    PYTHONPATH: [...modules, ...listOf(environment.PYTHONPATH)].join(":"),
  };
};

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

/** The same place in our tree, where the path lies in the user's checkout and ours has it. */
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
