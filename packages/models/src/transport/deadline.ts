/** A signal that fires when its parent does or the time is up, and says which of the two it was. */
export interface Deadline {
  readonly signal: AbortSignal;
  ended(): "interrupted" | "deadline" | null;
  /** Gives the whole time again: a limit on silence is a deadline that every sign of life puts off. */
  putOff(): void;
  /** Frees the timer, and fires the signal so that nothing that hangs on it stays open. */
  close(): void;
}

/** Starts now. Without a limit (`ms` null) the parent alone ends it. */
export const startDeadline = (parent: AbortSignal, ms: number | null): Deadline => {
  const controller = new AbortController();
  let why: "interrupted" | "deadline" | null = null;
  const end = (reason: "interrupted" | "deadline"): void => {
    why ??= reason;
    controller.abort();
  };
  const interrupt = (): void => end("interrupted");
  const timer = ms === null ? null : setTimeout(() => end("deadline"), ms);
  parent.addEventListener("abort", interrupt);
  if (parent.aborted) interrupt();
  return {
    signal: controller.signal,
    ended: () => why,
    putOff: () => timer?.refresh(),
    close: () => {
      clearTimeout(timer ?? undefined);
      parent.removeEventListener("abort", interrupt);
      controller.abort();
    },
  };
};
