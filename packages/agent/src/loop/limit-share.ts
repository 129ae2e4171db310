import type { Limits, Taken } from "../conversation.ts";

/**
 * What each of several conversations may take that are had at once: the same share of what is left. No share hangs on which of them
 * is the quickest. A turn is kept for whoever goes on with what comes of them; time passes for all of them together.
 */
export const shareOf = (limits: Limits, taken: Taken, count: number): Limits => {
  const share = (left: number): number => Math.max(0, left) / count;
  return {
    ...limits,
    turns: Math.floor(share(limits.turns - taken.turns - 1)),
    tokens: limits.tokens === null ? null : Math.floor(share(limits.tokens - taken.tokens)),
    usd: limits.usd === null ? null : share(limits.usd - taken.usd),
    minutes: limits.minutes === null ? null : Math.max(0, limits.minutes - taken.ms / 60_000),
    readBytes: Math.floor(share(limits.readBytes - taken.readBytes)),
  };
};

/** What was taken before, and by conversations that were had at once. */
export const takenTogether = (before: Taken, atOnce: readonly Taken[]): Taken => {
  const sum = (of: (taken: Taken) => number): number => atOnce.reduce((total, each) => total + of(each), of(before));
  return {
    turns: sum(({ turns }) => turns),
    tokens: sum(({ tokens }) => tokens),
    usd: sum(({ usd }) => usd),
    readBytes: sum(({ readBytes }) => readBytes),
    ms: before.ms + Math.max(0, ...atOnce.map(({ ms }) => ms)),
  };
};
