import { createTurns } from "../turns.ts";
import { afterAnswer, afterRefusal, isHopeful, startRate } from "./rate.ts";
import type { Time } from "./time.ts";

/** Lets calls through to one server: no more at once than it can handle, and none before the time that it names. */
export interface Gate {
  /** A pass for one exchange. */
  pass(): Pass;
}

/** An exchange keeps its place until it ends or is refused, so that it finishes what it began before others begin. */
export interface Pass {
  /** Waits for a place in order of asking, unless it has one. Returns at once, perhaps without a place, when the signal fires. */
  enter(signal: AbortSignal): Promise<void>;
  /** The server served a call. */
  answered(): void;
  /**
   * The server refused a call because there are too many. Returns whether calls to it may still succeed.
   * @param afterMs how long it wants no calls from anyone; null if it does not say
   * @param isOver whether to give back the place: a refused question leaves nothing behind
   */
  refused(afterMs: number | null, isOver: boolean): boolean;
  /** Gives the place back. */
  leave(): void;
}

interface Place {
  readonly lowered: number;
}

/** @param jobs the most calls that may be open at once */
export const createGate = (jobs: number, retries: number, time: Time): Gate => {
  const turns = createTurns();
  let rate = startRate(jobs);
  let open = 0;
  let notBeforeMs = Number.NEGATIVE_INFINITY;

  const pass = (): Pass => {
    let place: Place | null = null;
    /** The time that this exchange has already waited for. */
    let passedMs = Number.NEGATIVE_INFINITY;
    const isEarly = (): boolean => notBeforeMs > passedMs && notBeforeMs > time.monotonicMs();
    const moment = async (signal: AbortSignal): Promise<void> => {
      while (isEarly() && !signal.aborted) {
        const untilMs = notBeforeMs;
        await time.wait(untilMs - time.monotonicMs(), signal);
        passedMs = untilMs;
      }
    };
    /** A place, or the news that the server wants no calls yet. */
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
        // The call that follows knows what was learned while waiting.
        if (place !== null) place = { lowered: rate.lowered };
      },
      answered: () => {
        rate = afterAnswer(rate);
        turns.serve();
      },
      refused: (afterMs, isOver) => {
        rate = afterRefusal(rate, open, place?.lowered ?? rate.lowered);
        // With a single caller, only the refused call waits: another model of the server may have room.
        if (afterMs !== null && jobs > 1) {
          const untilMs = time.monotonicMs() + afterMs;
          notBeforeMs = Math.max(notBeforeMs, untilMs);
          // The refused call waits that long by itself.
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
