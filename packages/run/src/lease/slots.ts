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
  begin(): void;
}

export const openSlots = (most: number): Slots => {
  const waiting: Waiting[] = [];
  let limit = Math.max(1, most);
  let taken = 0;
  let arrivals = 0;
  const arrive = (): Arrival => arrivals++;
  const serve = (): void => {
    while (taken < limit && waiting.length > 0) waiting.shift()?.begin();
  };
  const taking = (): Release => {
    taken += 1;
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      taken -= 1;
      serve();
    };
  };
  return {
    most: () => limit,
    arrive,
    take: async (signal, arrival = arrive()) => {
      if (signal.aborted) throw new Error("interrupted");
      return new Promise((resolve, reject) => {
        const leave = (): void => {
          waiting.splice(waiting.indexOf(one), 1);
          reject(new Error("interrupted"));
        };
        const begin = (): void => {
          signal.removeEventListener("abort", leave);
          resolve(taking());
        };
        const one = { arrival, begin };
        const later = waiting.findIndex((each) => each.arrival > arrival);
        waiting.splice(later === -1 ? waiting.length : later, 0, one);
        signal.addEventListener("abort", leave, { once: true });
        serve();
      });
    },
    lessen: (fewer) => {
      limit = Math.max(1, Math.min(limit, fewer));
    },
  };
};
