import { join } from "node:path";
import { resolveProgram } from "../program/resolve-program.ts";
import { runProgram } from "../program/run-program.ts";
import { installedIn } from "./installed-modules.ts";

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
