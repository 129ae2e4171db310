import { accepted, type LimitReached, type Result, rejected } from "@llmch/contract";
import { createTurns } from "../transport/turns.ts";
import type { Claim } from "./claim.ts";
import type { Cost } from "./cost.ts";
import { createTally } from "./tally.ts";

/** The caps of a command; null where there is none. */
export interface Caps {
  readonly usd: number | null;
  readonly tokens: number | null;
  readonly minutes: number | null;
}

/** What was spent: tokens in and out, US dollars, milliseconds. */
export interface Spent {
  readonly usd: number;
  readonly tokens: number;
  readonly ms: number;
}

/** Set aside for one call. Ends once, in one of two ways; what is never ended stays set aside. */
export interface Reservation {
  /** What the call took, as far as it is known. */
  settle(actual: Cost): void;
  /** The call was not billed. */
  release(): void;
}

/** What is left of the caps; null where there is none. */
export interface Room {
  readonly usd: number | null;
  readonly tokens: number | null;
}

/** What may still be spent. Calls may overlap: what is set aside for one is not there for another. */
export interface Budget {
  /** Sets the most that a call can take aside, or says which limit that could cross. */
  reserve(worst: Cost, claim?: Claim): Result<Reservation, LimitReached>;
  /** What a call may take at most. */
  room(): Room;
  /**
   * What a call may take at most if each order before its own is to find what it is expected to need still: what orders took so far on the
   * average, if it has not taken that yet, and one call at least.
   */
  roomBehind(claim: Claim, call: Cost): Room;
  /**
   * Lets calls that may overlap decide one after the other, by the places of their orders and then as they come. A call that gives null waits until something
   * that was set aside for another is settled, and decides again. Null if the signal fires first.
   * @param decide told whether nothing is set aside for anybody: then waiting helps no more, and it has to decide
   */
  inTurn<Decision extends object>(
    decide: (isAlone: boolean) => Decision | null,
    signal: AbortSignal,
    claim?: Claim,
  ): Promise<Decision | null>;
}

const MINUTE_MS = 60_000;

/**
 * A budget with what was spent before. A price that is not known counts as nothing here: a cap in dollars is refused for
 * such a model before anything is asked.
 */
export const createBudget = (caps: Caps, before: Spent, monotonicMs: () => number): Budget => {
  const started = monotonicMs();
  let { usd, tokens } = before;
  let open = 0;
  const turns = createTurns();
  const tally = createTally();
  const room = (): Room => ({
    usd: caps.usd === null ? null : caps.usd - usd,
    tokens: caps.tokens === null ? null : caps.tokens - tokens,
  });

  return {
    reserve: (worst, claim) => {
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
        if (claim !== undefined) tally.took(claim.place, actual);
        turns.serve();
      };
      return accepted({ settle: end, release: () => end({ tokens: 0, usd: 0 }) });
    },
    room,
    roomBehind: (claim, call) => {
      const needed = tally.expected(claim, call);
      const left = room();
      return {
        usd: left.usd === null ? null : left.usd - (needed.usd ?? 0),
        tokens: left.tokens === null ? null : left.tokens - needed.tokens,
      };
    },
    inTurn: (decide, signal, claim) => turns.take(() => decide(open === 0), signal, claim?.place),
  };
};

/** Where nothing is capped. */
export const NO_BUDGET: Budget = {
  reserve: () => accepted({ settle: () => {}, release: () => {} }),
  room: () => ({ usd: null, tokens: null }),
  roomBehind: () => ({ usd: null, tokens: null }),
  inTurn: async (decide) => decide(true),
};
