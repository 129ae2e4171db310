/** A queue for something that others hold: first come, first served. */
export interface Turns {
  /**
   * Tries at once if nobody is ahead, otherwise in turn, and again whenever something is given back, until the attempt succeeds.
   * Null if the signal fires first; then nothing was taken.
   */
  take<Taken extends object>(attempt: () => Taken | null, signal: AbortSignal): Promise<Taken | null>;
  /** Something was given back: those who wait try again. */
  serve(): void;
}

export const createTurns = (): Turns => {
  /** Each tries, and returns whether it succeeded. */
  const waiting: (() => boolean)[] = [];
  let isServing = false;

  const serve = (): void => {
    // Whatever an attempt itself gives back goes to the next in the queue.
    if (isServing) return;
    isServing = true;
    try {
      while (waiting[0]?.() === true) waiting.shift();
    } finally {
      isServing = false;
    }
  };

  return {
    take: async (attempt, signal) => {
      if (signal.aborted) return null;
      const first = waiting.length === 0 && !isServing ? attempt() : null;
      if (first !== null) return first;
      return new Promise((resolve, reject) => {
        const end = (): void => signal.removeEventListener("abort", leave);
        const isThrough = (): boolean => {
          try {
            const taken = attempt();
            if (taken === null) return false;
            resolve(taken);
          } catch (error) {
            reject(error);
          }
          end();
          return true;
        };
        const leave = (): void => {
          end();
          waiting.splice(waiting.indexOf(isThrough), 1);
          resolve(null);
          serve();
        };
        waiting.push(isThrough);
        signal.addEventListener("abort", leave);
      });
    },
    serve,
  };
};
