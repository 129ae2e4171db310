import type { Environment } from "@llmch/text";
import { startProgram } from "../program/start-program.ts";

/** What git sets for pagers, unless the user has set it. */
const HABITS = { LESS: "FRX", LV: "-c" };

/**
 * Shows bytes in the user's pager, which has the terminal until it ends. False if it cannot be started.
 * @param pager a line for the shell, as the user's own settings say it
 * @param notFrom the repo's folders: no program from there counts
 */
export const showInPager = async (
  pager: string,
  bytes: Buffer,
  { env, cwd, notFrom }: { readonly env: Environment; readonly cwd: string; readonly notFrom: readonly string[] },
): Promise<boolean> => {
  const started = await startProgram({
    ...{ program: "/bin/sh", args: ["-c", pager], cwd, env: { ...HABITS, ...env } },
    ...{ origin: { kind: "own", notFrom }, stdio: ["pipe", "inherit", "inherit"], hasTerminal: true },
  });
  if (!started.ok) return false;
  const { child } = started.value;
  child.stdin?.end(bytes);
  // What a shell says of a program that is not there.
  return new Promise((resolve) => child.once("exit", (code) => resolve(code !== 127)));
};
