import { systemTime } from "./time.ts";

/** A signal that fires when its parent does or when the time is up, and tells which of the two happened. */
export interface Deadline {
  readonly signal: AbortSignal;
  ended(): "interrupted" | "deadline" | null;
  /** Stops the clock while waiting for others, which have their own deadlines. */
  uncounted<Value>(wait: () => Promise<Value>): Promise<Value>;
  /** Frees the timer, and fires the signal so that nothing that depends on it stays open. */
  close(): void;
}

/** Starts immediately. Without a limit (`ms` null), only the parent ends it. */
export const startDeadline = (parent: AbortSignal, ms: number | null): Deadline => {
  const controller = new AbortController();
  let why: "interrupted" | "deadline" | null = null;
  const end = (reason: "interrupted" | "deadline"): void => {
    why ??= reason;
    controller.abort();
  };
  const interrupt = (): void => end("interrupted");
  let timer: NodeJS.Timeout | undefined;
  let since = 0;
  let left = ms;
  const stop = (): void => clearTimeout(timer);
  const start = (): void => {
    if (left === null || controller.signal.aborted) return;
    since = systemTime.monotonicMs();
    timer = setTimeout(() => end("deadline"), left);
  };
  start();
  parent.addEventListener("abort", interrupt);
  if (parent.aborted) interrupt();
  return {
    signal: controller.signal,
    ended: () => why,
    uncounted: async (wait) => {
      stop();
      if (left !== null) left = Math.max(0, left - (systemTime.monotonicMs() - since));
      try {
        return await wait();
      } finally {
        start();
      }
    },
    close: () => {
      stop();
      parent.removeEventListener("abort", interrupt);
      controller.abort();
    },
  };
};
