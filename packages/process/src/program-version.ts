import { execFile } from "node:child_process";
import { resolveProgram } from "./commands/program.ts";

const LIMIT_MS = 10_000;

/** The first line that a program of the PATH prints when it is asked for its version; null where there is none. */
export const programVersion = (
  program: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string | null> => {
  const found = resolveProgram(program, { path: env.PATH ?? "", cwd: "/" });
  if (found === null) return Promise.resolve(null);
  const options = { env: { PATH: env.PATH ?? "", LC_ALL: "C" }, timeout: LIMIT_MS, killSignal: "SIGKILL" } as const;
  return new Promise((resolve) => {
    execFile(found, ["--version"], options, (fault, stdout) =>
      resolve(fault === null ? (stdout.trim().split("\n")[0] ?? "") : null),
    );
  });
};
