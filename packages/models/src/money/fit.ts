import type { ModelRole } from "@llmch/contract";
import type { Room } from "./budget.ts";
import { mostOf, type Worst } from "./meter.ts";
import type { ModelPrice } from "./prices.ts";

/** Fewer tokens are no plan, and no proposal with a thought before it. */
const LEAST: Readonly<Record<ModelRole, number>> = { planner: 4_000, factory: 1_000 };

/**
 * The fewest tokens that a call is worth making with: what its answer is likely to need, for one that is cut is paid for in vain.
 * @param likely by the files that the answer is about; 0 if it is not known
 * @param taken how many tokens earlier answers took
 */
export const leastTokens = (role: ModelRole, likely: number, taken: readonly number[]): number =>
  Math.max(LEAST[role], likely, median(taken));

const median = (numbers: readonly number[]): number =>
  [...numbers].sort((one, two) => one - two)[Math.floor(numbers.length / 2)] ?? 0;

/** Whether a call can take no more than there is. */
export const isWithin = (worst: Worst, price: ModelPrice | null, room: Room): boolean => {
  const most = mostOf(worst, price);
  return most.tokens <= (room.tokens ?? most.tokens) && (most.usd ?? 0) <= (room.usd ?? most.usd ?? 0);
};

/**
 * How many tokens an answer may have so that its call stays within a budget: all that are wanted, or as many as fit, but never fewer
 * than `least`, with which the call may be too much.
 */
export const fittingTokens = (
  { inputTokens, outputTokens: wanted }: Worst,
  least: number,
  price: ModelPrice | null,
  room: Room,
): number => {
  const fits = (outputTokens: number): boolean => isWithin({ inputTokens, outputTokens }, price, room);
  if (fits(wanted)) return wanted;
  // The cost grows with the tokens. Of two sums in dollars the last digit may differ, so that one token is left.
  let [low, high] = [0, wanted];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return Math.max(low - 1, Math.min(least, wanted));
};
