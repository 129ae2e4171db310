/** Those who wait for what others hold, first come first served. */
export interface Turns {
  /**
   * Tries at once if nobody is before it, else in its turn, and again whenever something was given back, until the try gives
   * something. Null if the signal fires first; then nothing was taken.
   */
  take<Taken extends object>(attempt: () => Taken | null, signal: AbortSignal): Promise<Taken | null>;
  /** Something was given back: those who wait try again. */
  serve(): void;
}

export const createTurns = (): Turns => {
  /** Each says whether it is through. */
  const waiting: (() => boolean)[] = [];
  let isServing = false;

  const serve = (): void => {
    // What a try itself gives back is there for whoever comes next.
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
      const taken = waiting.length === 0 && !isServing ? attempt() : null;
      if (taken !== null) return taken;
      return new Promise((resolve, reject) => {
        const end = (): void => signal.removeEventListener("abort", leave);
        const tryAgain = (): boolean => {
          try {
            const later = attempt();
            if (later === null) return false;
            resolve(later);
          } catch (error) {
            reject(error);
          }
          end();
          return true;
        };
        const leave = (): void => {
          end();
          waiting.splice(waiting.indexOf(tryAgain), 1);
          resolve(null);
          serve();
        };
        waiting.push(tryAgain);
        signal.addEventListener("abort", leave);
      });
    },
    serve,
  };
};
