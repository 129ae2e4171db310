import type { Limits, Taken } from "../conversation.ts";

/**
 * The limits of each of several parallel conversations: an equal share of what is left, so that none depends on which is quickest.
 * One turn is reserved for the question that follows them; time passes for all of them together.
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

/** The total of what was taken before, and by parallel conversations. */
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
