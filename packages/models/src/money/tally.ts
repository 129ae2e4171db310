import type { Claim } from "./claim.ts";
import type { Cost } from "./cost.ts";

/** Tracks what each order took from a shared budget, and what the orders before one are still expected to need. */
export interface Tally {
  took(place: number, cost: Cost): void;
  /** @param call the least that an unfinished order needs */
  expected(claim: Claim, call: Cost): Cost;
}

export const createTally = (): Tally => {
  const byPlace = new Map<number, Amounts>();
  let sum = NOTHING;
  return {
    took: (place, { tokens, usd }) => {
      const cost = { tokens, usd: usd ?? 0 };
      byPlace.set(place, together(byPlace.get(place) ?? NOTHING, cost));
      sum = together(sum, cost);
    },
    expected: ({ place, front }, call) => {
      const orders = Math.max(1, byPlace.size);
      let needed = NOTHING;
      for (let before = front(); before < place; before++) {
        const taken = byPlace.get(before) ?? NOTHING;
        needed = together(needed, {
          tokens: Math.max(call.tokens, sum.tokens / orders - taken.tokens),
          usd: Math.max(call.usd ?? 0, sum.usd / orders - taken.usd),
        });
      }
      return needed;
    },
  };
};

interface Amounts {
  readonly tokens: number;
  readonly usd: number;
}

const NOTHING: Amounts = { tokens: 0, usd: 0 };

const together = (one: Amounts, two: Amounts): Amounts => ({
  tokens: one.tokens + two.tokens,
  usd: one.usd + two.usd,
});
