/** A queue for something that others hold: the lowest place first, and within a place first come, first served. */
export interface Turns {
  /**
   * Tries at once if nobody is ahead, otherwise in turn, and again whenever something is given back, until the attempt succeeds.
   * Null if the signal fires first; then nothing was taken.
   * @param place the priority: nobody with a higher place goes first
   */
  take<Taken extends object>(attempt: () => Taken | null, signal: AbortSignal, place?: number): Promise<Taken | null>;
  /** Something was given back: those who wait try again. */
  serve(): void;
}

interface Waiting {
  readonly place: number;
  /** Tries, and returns whether it succeeded. */
  isThrough(): boolean;
}

export const createTurns = (): Turns => {
  const waiting: Waiting[] = [];
  let isServing = false;

  const serve = (): void => {
    // Whatever an attempt itself gives back goes to the next in the queue.
    if (isServing) return;
    isServing = true;
    try {
      while (waiting[0]?.isThrough() === true) waiting.shift();
    } finally {
      isServing = false;
    }
  };

  return {
    take: async (attempt, signal, place = 0) => {
      if (signal.aborted) return null;
      const isNext = (waiting[0]?.place ?? Number.POSITIVE_INFINITY) > place;
      const first = isNext && !isServing ? attempt() : null;
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
          waiting.splice(waiting.indexOf(one), 1);
          resolve(null);
          serve();
        };
        const one = { place, isThrough };
        const later = waiting.findIndex((each) => each.place > place);
        waiting.splice(later === -1 ? waiting.length : later, 0, one);
        signal.addEventListener("abort", leave);
      });
    },
    serve,
  };
};
