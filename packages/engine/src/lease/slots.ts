/** Releases a slot; further calls have no effect. */
export type Release = () => void;

/** A limited number of slots; the others wait, first come, first served. */
export interface Slots {
  /** How many may be taken at once. */
  most(): number;
  /** A place in the queue, behind all places given out before. */
  arrive(): Arrival;
  /**
   * Waits for a slot. Throws "interrupted" once the signal fires.
   * @param arrival the place in the queue of a holder that could not use its slot and waits again
   */
  take(signal: AbortSignal, arrival?: Arrival): Promise<Release>;
  /** Lowers the limit, to no less than one; slots already taken stay taken. */
  lessen(most: number): void;
}

/** Lower goes first. */
export type Arrival = number;

interface Waiting {
  readonly arrival: Arrival;
  readonly begin: () => void;
}

export const openSlots = (most: number): Slots => {
  let limit = Math.max(1, most);
  let taken = 0;
  let arrivals = 0;
  const arrive = (): Arrival => arrivals++;
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
    arrive,
    take: (signal, arrival = arrive()) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(new Error("interrupted"));
        const leave = () => {
          waiting.splice(waiting.indexOf(each), 1);
          reject(new Error("interrupted"));
        };
        const each: Waiting = {
          arrival,
          begin: () => {
            signal.removeEventListener("abort", leave);
            resolve(releaseOnce());
          },
        };
        signal.addEventListener("abort", leave, { once: true });
        const behind = waiting.findIndex((other) => other.arrival > arrival);
        waiting.splice(behind === -1 ? waiting.length : behind, 0, each);
        proceed();
      }),
    lessen: (fewer) => {
      limit = Math.max(1, Math.min(limit, fewer));
    },
  };
};
