import type { Limits, LoopUsage } from "../conversation.ts";

/**
 * The limits of each of several parallel conversations: an equal share of what is left, so that none depends on which is quickest.
 * One turn is reserved for the question that follows them.
 */
export const shareOf = (limits: Limits, taken: LoopUsage, count: number): Limits => {
  const share = (left: number): number => Math.floor(Math.max(0, left) / count);
  return {
    ...limits,
    turns: share(limits.turns - taken.turns - 1),
    tokens: limits.tokens === null ? null : share(limits.tokens - taken.tokens),
  };
};

/** The total of what was taken before, and by parallel conversations. */
export const takenTogether = (before: LoopUsage, atOnce: readonly LoopUsage[]): LoopUsage => {
  const sum = (of: (taken: LoopUsage) => number): number =>
    atOnce.reduce((total, each) => total + of(each), of(before));
  return { turns: sum(({ turns }) => turns), tokens: sum(({ tokens }) => tokens) };
};
