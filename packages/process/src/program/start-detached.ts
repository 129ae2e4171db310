import { closeSync, openSync } from "node:fs";
import { accepted, type Environment, type Result } from "@llmch/text";
import { startProgram } from "./start-program.ts";

/** A program that outlives this process. */
export interface DetachedProgram {
  readonly pid: number;
  /** Resolves once it has ended, if this process is still there. */
  readonly ended: Promise<void>;
}

/**
 * Starts one of llmch's own programs in a session of its own, so that nothing that happens to this process reaches it. What it prints goes
 * to a new file. Throws if that cannot be made.
 */
export const startDetached = async (
  [program, ...args]: readonly [string, ...string[]],
  { cwd, env, output }: { readonly cwd: string; readonly env: Environment; readonly output: string },
): Promise<Result<DetachedProgram, string>> => {
  const printed = openSync(output, "wx", 0o600);
  const start = { program, args, cwd, env, origin: { kind: "own", notFrom: [] } } as const;
  const started = await startProgram({ ...start, stdio: ["ignore", printed, "ignore"] });
  closeSync(printed);
  if (!started.ok) return started;
  const { child, group: pid } = started.value;
  child.unref();
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  return accepted({ pid, ended });
};
