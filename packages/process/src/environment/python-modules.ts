import { tmpdir } from "node:os";
import { resolveProgram } from "../program/resolve-program.ts";
import { runProgram } from "../program/run-program.ts";

const LIMIT_MS = 20_000;

/** Prints the modules among its arguments that cannot be found; imports none of them. */
const QUESTION = `
import importlib.util, sys
print("\\n".join(name for name in sys.argv[1:] if importlib.util.find_spec(name) is None))
`;

/** Which of the modules the `python` (or else `python3`) of an environment lacks. All of them where it does not answer. */
export const missingPythonModules = async (
  modules: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<readonly string[]> => {
  const cwd = tmpdir();
  const at = { path: environment.PATH ?? "", cwd };
  const program = resolveProgram("python", at) ?? resolveProgram("python3", at);
  if (modules.length === 0 || program === null) return modules;
  const args = ["-c", QUESTION, ...modules];
  const { exitCode, stdout } = await runProgram({ program, args, cwd, env: environment, limitMs: LIMIT_MS });
  if (exitCode !== 0) return modules;
  return stdout
    .toString()
    .split("\n")
    .filter((name) => name !== "");
};
