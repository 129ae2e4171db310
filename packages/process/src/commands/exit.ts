import type { ChildProcess } from "node:child_process";
import { GRACE_MS } from "./ending.ts";
import type { Hold, ProcessExit } from "./hold.ts";

/** Why a command was ended by us. */
export type Stop = "timed-out" | "interrupted";

/**
 * Waits for a command to exit; at its limit, or when `signal` fires, it is asked to, and made to once it has had its
 * grace (reliability, X2). `stop` is null where it ended by itself.
 */
export const waitForExit = (
  child: ChildProcess,
  hold: Hold,
  limitMs: number,
  signal: AbortSignal,
): Promise<{ readonly stop: Stop | null; readonly exit: ProcessExit }> =>
  new Promise((resolve) => {
    let stop: Stop | null = null;
    let force: NodeJS.Timeout | undefined;
    const end = (why: Stop) => {
      stop ??= why;
      hold.terminate();
      force ??= setTimeout(hold.kill, GRACE_MS);
    };
    const onAbort = () => end("interrupted");
    const limit = setTimeout(() => end("timed-out"), limitMs);
    signal.addEventListener("abort", onAbort, { once: true });
    // A second Ctrl-C ends us at once: nothing that the command started may outlive that.
    process.once("exit", hold.kill);
    child.once("exit", (exitCode, killedBy) => {
      process.off("exit", hold.kill);
      clearTimeout(limit);
      clearTimeout(force);
      signal.removeEventListener("abort", onAbort);
      resolve({ stop, exit: { exitCode, signal: killedBy } });
    });
    if (signal.aborted) onAbort();
  });
