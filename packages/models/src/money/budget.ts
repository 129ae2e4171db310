import type { LimitReached } from "@llmch/contract";
import { accepted, MINUTE_MS, type Result, rejected } from "@llmch/text";
import { createTurns } from "../turns.ts";
import type { Cost } from "./cost.ts";

/** The caps of a command; null for no cap. */
export interface Caps {
  readonly usd: number | null;
  readonly tokens: number | null;
  readonly minutes: number | null;
}

/** What was spent: input and output tokens, US dollars, milliseconds. */
export interface Spent {
  readonly usd: number;
  readonly tokens: number;
  readonly ms: number;
}

/** An amount reserved for one call. It ends once, in one of two ways; until then it stays reserved. */
export interface Reservation {
  /** The call's known cost. */
  settle(actual: Cost): void;
  /** The call was not billed. */
  release(): void;
}

/** What remains of the caps; null for no cap. */
export interface Room {
  readonly usd: number | null;
  readonly tokens: number | null;
}

/** What may still be spent. Calls may overlap: an amount reserved for one is not available to another. */
export interface Budget {
  /** Reserves the most that a call can take, or returns the limit that it could cross. */
  reserve(worst: Cost): Result<Reservation, LimitReached>;
  /** Counts what was spent without a reservation, and returns the limit that is reached by now. */
  spend(actual: Cost): LimitReached | null;
  /** The most that a call may take. */
  room(): Room;
  /**
   * Lets overlapping calls decide one at a time, first come, first served. A call that returns null waits
   * until another reservation is settled, and decides again. Null if the signal fires first.
   * @param decide receives whether nothing is reserved: then waiting does not help, and it must decide
   */
  inTurn<Decision extends object>(
    decide: (isAlone: boolean) => Decision | null,
    signal: AbortSignal,
  ): Promise<Decision | null>;
}

/**
 * A budget, given what was spent before. An unknown price counts as zero here: a dollar cap is refused for such a model before
 * anything is asked.
 */
export const createBudget = (caps: Caps, before: Spent, monotonicMs: () => number): Budget => {
  const started = monotonicMs();
  let { usd, tokens } = before;
  let open = 0;
  const turns = createTurns();
  const room = (): Room => ({
    usd: caps.usd === null ? null : caps.usd - usd,
    tokens: caps.tokens === null ? null : caps.tokens - tokens,
  });

  return {
    reserve: (worst) => {
      const minutes = (before.ms + monotonicMs() - started) / MINUTE_MS;
      const worstUsd = worst.usd ?? 0;
      if (caps.tokens !== null && tokens + worst.tokens > caps.tokens) {
        return rejected({ limit: "tokens", cap: caps.tokens, spent: tokens, needed: worst.tokens });
      }
      if (caps.usd !== null && usd + worstUsd > caps.usd) {
        return rejected({ limit: "usd", cap: caps.usd, spent: usd, needed: worstUsd });
      }
      if (caps.minutes !== null && minutes >= caps.minutes) {
        return rejected({ limit: "minutes", cap: caps.minutes, spent: minutes, needed: 0 });
      }
      tokens += worst.tokens;
      usd += worstUsd;
      open++;
      let isOpen = true;
      const end = (actual: Cost): void => {
        if (!isOpen) return;
        isOpen = false;
        open--;
        tokens += actual.tokens - worst.tokens;
        usd += (actual.usd ?? worstUsd) - worstUsd;
        turns.serve();
      };
      return accepted({ settle: end, release: () => end({ tokens: 0, usd: 0 }) });
    },
    spend: (actual) => {
      tokens += actual.tokens;
      usd += actual.usd ?? 0;
      // What comes next is not known: it may take as much again.
      if (caps.usd !== null && usd >= caps.usd) return { limit: "usd", cap: caps.usd, spent: usd, needed: usd };
      if (caps.tokens === null || tokens < caps.tokens) return null;
      return { limit: "tokens", cap: caps.tokens, spent: tokens, needed: tokens };
    },
    room,
    inTurn: (decide, signal) => turns.take(() => decide(open === 0), signal),
  };
};
