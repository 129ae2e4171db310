import { execFile } from "node:child_process";
import { tmpdir } from "node:os";
import { resolveProgram } from "../commands/program.ts";

const LIMIT_MS = 20_000;

/** Prints the modules among its arguments that cannot be found; imports none of them. */
const QUESTION = `
import importlib.util, sys
print("\\n".join(name for name in sys.argv[1:] if importlib.util.find_spec(name) is None))
`;

/** Which of the modules the `python` (or else `python3`) of an environment lacks. All of them where it does not answer. */
export const missingPythonModules = (
  modules: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<readonly string[]> => {
  const at = { path: environment.PATH ?? "", cwd: tmpdir() };
  const python = resolveProgram("python", at) ?? resolveProgram("python3", at);
  if (modules.length === 0 || python === null) return Promise.resolve(modules);
  const options = { env: environment, cwd: tmpdir(), timeout: LIMIT_MS, killSignal: "SIGKILL" } as const;
  return new Promise((resolve) => {
    execFile(python, ["-c", QUESTION, ...modules], options, (fault, stdout) =>
      resolve(fault === null ? stdout.split("\n").filter((name) => name !== "") : modules),
    );
  });
};
