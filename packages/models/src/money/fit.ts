import type { ModelRole } from "@llmch/contract";
import { median } from "@llmch/text";
import type { Room } from "./budget.ts";
import { mostOf, type Worst } from "./meter.ts";
import type { ModelPrice } from "./prices.ts";

/** Fewer tokens are not enough for a plan, or for a proposal after a little reasoning. */
const LEAST: Readonly<Record<ModelRole, number>> = { planner: 4_000, factory: 1_000 };

/**
 * The fewest tokens worth making a call with: what its answer is likely to need, because a cut answer is paid for in vain.
 * @param likely an estimate from the files that the answer is about; 0 if unknown
 * @param taken the token counts of earlier answers
 */
export const leastTokens = (role: ModelRole, likely: number, taken: readonly number[]): number =>
  Math.max(LEAST[role], likely, median(taken));

/** Whether a call fits even if it takes the most it can. */
export const isWithin = (worst: Worst, price: ModelPrice | null, room: Room): boolean => {
  const most = mostOf(worst, price);
  return most.tokens <= (room.tokens ?? most.tokens) && (most.usd ?? 0) <= (room.usd ?? most.usd ?? 0);
};

/**
 * How many tokens an answer may have so that its call stays within the budget: the number wanted, or as many as fit, but never
 * fewer than `least`, which may be too much for the budget.
 */
export const fittingTokens = (
  { inputTokens, outputTokens: wanted }: Worst,
  least: number,
  price: ModelPrice | null,
  room: Room,
): number => {
  const fits = (outputTokens: number): boolean => isWithin({ inputTokens, outputTokens }, price, room);
  if (fits(wanted)) return wanted;
  // The cost grows with the tokens. Two sums in dollars may differ in the last digit, so leave one token unused.
  let [low, high] = [0, wanted];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return Math.max(low - 1, Math.min(least, wanted));
};
