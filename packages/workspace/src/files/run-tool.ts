import { type ProgramResult, resolveProgram, runProgram } from "@llmch/process";
import type { Environment } from "@llmch/text";

/** Where a tool of the machine works. */
export interface ToolPlace {
  /** Ends it. */
  readonly stop: AbortSignal;
  /** Where to look for it, and in which folders not to. */
  readonly env: Environment;
  readonly notFrom: readonly string[];
}

const LIMIT_MS = 600_000;

/** Runs a tool such as `cp` on llmch's own files; null if it is not on the PATH. */
export const runTool = async (
  name: string,
  args: readonly string[],
  { stop, env, notFrom }: ToolPlace,
): Promise<ProgramResult | null> => {
  const path = env.PATH ?? "/usr/bin:/bin";
  const program = resolveProgram(name, { path, cwd: "/", notFrom });
  if (program === null) return null;
  const origin = { kind: "own", notFrom } as const;
  return runProgram({
    ...{ program, args, cwd: "/", env: { PATH: path, LC_ALL: "C" } },
    ...{ origin, limitMs: LIMIT_MS, signal: stop },
  });
};
