import { afterAnswer, afterRefusal, isHopeful, startRate } from "./rate.ts";
import type { Time } from "./time.ts";
import { createTurns } from "./turns.ts";

/** Lets calls through to one server: no more at once than it carries, and none before the moment that it names. */
export interface Gate {
  /** How one exchange goes through it. */
  pass(): Pass;
}

/** An exchange keeps its place until it ends or is refused, so that what it began is ended before others begin. */
export interface Pass {
  /** Waits for a place, where it has none, in the order of asking. Comes back at once, perhaps without one, when the signal fires. */
  enter(signal: AbortSignal): Promise<void>;
  /** The server served a call. */
  answered(): void;
  /**
   * The server refused a call, for there are too many. Says whether calls to it still have hope.
   * @param afterMs how long it wants to be left alone, by everybody; null where it does not say
   * @param isOver whether the place is given back: a question that was refused leaves nothing behind
   */
  refused(afterMs: number | null, isOver: boolean): boolean;
  /** Gives the place back. */
  leave(): void;
}

interface Place {
  readonly lowered: number;
}

/** @param jobs most calls that may be open at once */
export const createGate = (jobs: number, retries: number, time: Time): Gate => {
  const turns = createTurns();
  let rate = startRate(jobs);
  let open = 0;
  let notBeforeMs = Number.NEGATIVE_INFINITY;

  const pass = (): Pass => {
    let place: Place | null = null;
    /** The moment that this exchange has waited for. */
    let passedMs = Number.NEGATIVE_INFINITY;
    const isEarly = (): boolean => notBeforeMs > passedMs && notBeforeMs > time.monotonicMs();
    const moment = async (signal: AbortSignal): Promise<void> => {
      while (isEarly() && !signal.aborted) {
        const untilMs = notBeforeMs;
        await time.wait(untilMs - time.monotonicMs(), signal);
        passedMs = untilMs;
      }
    };
    /** A place, or word that the server wants to be left alone. */
    const attempt = (): { readonly place: Place | null } | null => {
      if (isEarly()) return { place: null };
      if (open >= rate.limit) return null;
      open++;
      return { place: { lowered: rate.lowered } };
    };
    const leave = (): void => {
      if (place === null) return;
      place = null;
      open--;
      turns.serve();
    };
    return {
      enter: async (signal) => {
        await moment(signal);
        while (place === null && !signal.aborted) {
          const taken = await turns.take(attempt, signal);
          place = taken?.place ?? null;
          if (place === null) await moment(signal);
        }
        // What was learned since is known to the call that is made now.
        if (place !== null) place = { lowered: rate.lowered };
      },
      answered: () => {
        rate = afterAnswer(rate);
        turns.serve();
      },
      refused: (afterMs, isOver) => {
        rate = afterRefusal(rate, open, place?.lowered ?? rate.lowered);
        // Of one caller alone only the call that was refused waits: another model of the server may have room.
        if (afterMs !== null && jobs > 1) {
          const untilMs = time.monotonicMs() + afterMs;
          notBeforeMs = Math.max(notBeforeMs, untilMs);
          // Who was refused waits for as long by itself.
          passedMs = untilMs;
        }
        if (isOver) leave();
        return isHopeful(rate, retries);
      },
      leave,
    };
  };
  return { pass };
};
