import { setTimeout as wait } from "node:timers/promises";
import { killWithUs } from "./running.ts";
import type { RunningProgram } from "./start-program.ts";

const GRACE_MS = 500;

/** Why llmch ended a program. */
export type Stop = "timed-out" | "interrupted";

export interface ProcessExit {
  readonly exitCode: number | null;
  readonly signal: string | null;
}

/** How to end a program, with everything that it starts. */
export interface Ending {
  /** Asks it to end. */
  terminate(): void;
  /** Ends it at once. */
  kill(): void;
}

export interface Patience {
  readonly limitMs: number;
  readonly signal?: AbortSignal | undefined;
  /** How long the program may take to end after SIGTERM. */
  readonly graceMs?: number | undefined;
  /** Set for a program that must finish even if llmch is killed. */
  readonly outlivesUs?: boolean;
}

/**
 * Waits for a program to end, but not for what it leaves behind, which may hold its output open. At its limit, or when `signal` fires, asks it to end, and kills it after a grace period
 * (reliability, X2). `stop` is null if it ended by itself.
 */
export const waitForEnd = (
  { child }: RunningProgram,
  { terminate, kill }: Ending,
  { limitMs, signal, graceMs = GRACE_MS, outlivesUs = false }: Patience,
): Promise<{ readonly stop: Stop | null; readonly exit: ProcessExit }> =>
  new Promise((resolve) => {
    let stop: Stop | null = null;
    let force: NodeJS.Timeout | undefined;
    const end = (why: Stop) => {
      stop ??= why;
      terminate();
      force ??= setTimeout(kill, graceMs);
    };
    const onAbort = () => end("interrupted");
    const limit = setTimeout(() => end("timed-out"), limitMs);
    signal?.addEventListener("abort", onAbort, { once: true });
    const forget = outlivesUs ? () => {} : killWithUs(kill);
    child.once("exit", (exitCode, killedBy) => {
      forget();
      clearTimeout(limit);
      clearTimeout(force);
      signal?.removeEventListener("abort", onAbort);
      resolve({ stop, exit: { exitCode, signal: killedBy } });
    });
    if (signal?.aborted) onAbort();
  });

/** How long to wait for output once the process has ended: another process may hold the pipe. */
const DRAIN_MS = 250;
const STEP_MS = 10;

/**
 * Waits until an ended program's output has been read, but not forever. Counts the time in turns of the event loop, each of which
 * reads what is in the pipe: time in which the loop is blocked, or the machine busy, does not count.
 */
export const untilDrained = async (drained: Promise<unknown>): Promise<void> => {
  let isDrained = false;
  const told = drained.then(() => {
    isDrained = true;
  });
  for (let waited = 0; waited < DRAIN_MS && !isDrained; waited += STEP_MS) {
    await Promise.race([told, wait(STEP_MS, undefined, { ref: false })]);
  }
};
