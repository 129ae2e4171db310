/** Gives a slot back; once is enough. */
export type Release = () => void;

/** Places for some at a time; the others wait, and whoever came first is next. */
export interface Slots {
  /** How many may be taken at once. */
  most(): number;
  /** Waits for a slot. Throws "interrupted" once the signal fires. @param isNext goes before those who wait already */
  take(signal: AbortSignal, isNext?: boolean): Promise<Release>;
  /** From now on fewer may be taken, at least one; what is taken stays. */
  lessen(most: number): void;
}

interface Waiting {
  readonly begin: () => void;
}

export const openSlots = (most: number): Slots => {
  let limit = Math.max(1, most);
  let taken = 0;
  const waiting: Waiting[] = [];
  const proceed = (): void => {
    while (taken < limit) {
      const next = waiting.shift();
      if (next === undefined) return;
      taken += 1;
      next.begin();
    }
  };
  const releaseOnce = (): Release => {
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      taken -= 1;
      proceed();
    };
  };
  return {
    most: () => limit,
    take: (signal, isNext = false) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(new Error("interrupted"));
        const leave = () => {
          waiting.splice(waiting.indexOf(each), 1);
          reject(new Error("interrupted"));
        };
        const each: Waiting = {
          begin: () => {
            signal.removeEventListener("abort", leave);
            resolve(releaseOnce());
          },
        };
        signal.addEventListener("abort", leave, { once: true });
        if (isNext) waiting.unshift(each);
        else waiting.push(each);
        proceed();
      }),
    lessen: (fewer) => {
      limit = Math.max(1, Math.min(limit, fewer));
    },
  };
};
