import { resolveProgram } from "./program/resolve-program.ts";
import { runProgram } from "./program/run-program.ts";

const LIMIT_MS = 10_000;

/** The first line that a program of the PATH prints when it is asked for its version; null if there is none. */
export const programVersion = async (
  name: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string | null> => {
  const program = resolveProgram(name, { path: env.PATH ?? "", cwd: "/" });
  if (program === null) return null;
  const given = { PATH: env.PATH ?? "", LC_ALL: "C" };
  const run = { program, args: ["--version"], cwd: "/", env: given, limitMs: LIMIT_MS };
  const { exitCode, stdout } = await runProgram(run);
  return exitCode === 0 ? (stdout.toString().trim().split("\n")[0] ?? "") : null;
};
