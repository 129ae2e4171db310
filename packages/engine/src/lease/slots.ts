import { createTurns } from "@llmch/models";

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

export const openSlots = (most: number): Slots => {
  const turns = createTurns();
  let limit = Math.max(1, most);
  let taken = 0;
  let arrivals = 0;
  const arrive = (): Arrival => arrivals++;
  const attempt = (): Release | null => {
    if (taken >= limit) return null;
    taken += 1;
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      taken -= 1;
      turns.serve();
    };
  };
  return {
    most: () => limit,
    arrive,
    take: async (signal, arrival = arrive()) => {
      const release = await turns.take(attempt, signal, arrival);
      if (release === null) throw new Error("interrupted");
      return release;
    },
    lessen: (fewer) => {
      limit = Math.max(1, Math.min(limit, fewer));
    },
  };
};
