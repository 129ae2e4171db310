import { existsSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { namesIn, readBoundedText } from "@llmch/files";
import { resolveProgram } from "../program/resolve-program.ts";
import { runProgram } from "../program/run-program.ts";

const LIMIT_MS = 20_000;

/**
 * Prints which modules among its arguments cannot be found; imports none of them, nor anything that a folder of modules asks to
 * run at each start.
 */
const QUESTION = `
import sys
sys.path[:] = [place for place in sys.path if place]
sys.modules["sitecustomize"] = sys.modules["usercustomize"] = type(sys)("nothing")
import site
site.main()
import importlib.util
print("\\n".join(name for name in sys.argv[1:] if importlib.util.find_spec(name) is None))
`;

/**
 * Which of the modules the `python` (or else `python3`) of an environment lacks. All of them if it does not answer. The repo's
 * virtual environment is inspected but not started, because the repo's author may have written it.
 * @param notFrom the repo's folders
 */
export const missingPythonModules = async (
  modules: readonly string[],
  environment: Readonly<Record<string, string>>,
  notFrom: readonly string[],
): Promise<readonly string[]> => {
  const at = { path: environment.PATH ?? "", cwd: "/" };
  const first = pythonIn(environment);
  if (modules.length === 0 || first === null) return modules;
  const own = { ...at, notFrom };
  if (resolveProgram(first, own) !== null) return missingIn(first, modules, environment, notFrom);
  const { lacking, seesMachine } = await installedIn(join(first, "../.."), modules);
  const machine = seesMachine ? (resolveProgram("python", own) ?? resolveProgram("python3", own)) : null;
  return machine === null ? lacking : missingIn(machine, lacking, environment, notFrom);
};

/** The path of the python that commands would run; null if there is none. */
export const pythonIn = ({ PATH: path = "" }: Readonly<Record<string, string>>): string | null =>
  resolveProgram("python", { path, cwd: "/" }) ?? resolveProgram("python3", { path, cwd: "/" });

const missingIn = async (
  program: string,
  modules: readonly string[],
  env: Readonly<Record<string, string>>,
  notFrom: readonly string[],
): Promise<readonly string[]> => {
  if (modules.length === 0) return [];
  const args = ["-S", "-c", QUESTION, ...modules];
  const origin = { kind: "own", notFrom } as const;
  const { exitCode, stdout } = await runProgram({ program, args, cwd: "/", env, origin, limitMs: LIMIT_MS });
  if (exitCode !== 0) return modules;
  return stdout
    .toString()
    .split("\n")
    .filter((name) => name !== "");
};

/** What a virtual environment's files show, without starting it. */
export interface Installed {
  /** The modules that it lacks. */
  readonly lacking: readonly string[];
  /** Whether to ask the machine's Python for these: the environment includes its modules, or is not one. */
  readonly seesMachine: boolean;
}

const MOST_BYTES = 1 << 20;

/** Looks for modules in the files of a virtual environment, including editable installs. Starts and imports nothing. */
export const installedIn = async (home: string, modules: readonly string[]): Promise<Installed> => {
  const lib = join(home, "lib");
  const folders = namesIn(lib)
    .filter((name) => /^(?:python|pypy)3/.test(name))
    .map((name) => join(lib, name, "site-packages"))
    .filter((folder) => existsSync(folder));
  const settings = await textOf(join(home, "pyvenv.cfg"));
  const seesMachine = folders.length === 0 || /^include-system-site-packages\s*=\s*true\s*$/im.test(settings);
  const more: string[] = [];
  const finders: string[] = [];
  for (const folder of folders) {
    for (const name of namesIn(folder)) {
      if (name.startsWith("__editable__") && name.endsWith(".py")) finders.push(await textOf(join(folder, name)));
      if (!name.endsWith(".pth")) continue;
      const lines = (await textOf(join(folder, name))).split(/\r?\n/);
      more.push(...lines.filter((line) => isAbsolute(line) && !line.includes("\0")));
    }
  }
  const places = [...folders, ...more].map((folder) => new Set(namesIn(folder)));
  const isThere = (module: string): boolean =>
    places.some((names) => isAmong(names, module)) || finders.some((text) => text.includes(`'${module}'`));
  return { lacking: modules.filter((module) => !isThere(module)), seesMachine };
};

/** A package, a Python module, or a native one such as `x.cpython-312-x86_64-linux-gnu.so`. */
const isAmong = (names: ReadonlySet<string>, module: string): boolean =>
  names.has(module) ||
  names.has(`${module}.py`) ||
  [...names].some((name) => name.startsWith(`${module}.`) && name.endsWith(".so"));

const textOf = async (file: string): Promise<string> => {
  const read = await readBoundedText(file, { maxBytes: MOST_BYTES, links: "any" });
  return (read.ok ? read.value : null) ?? "";
};
