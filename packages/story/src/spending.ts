import type { Spending } from "./story.ts";

export const NO_SPENDING: Spending = {
  answers: 0,
  unknown: 0,
  usage: { input_tokens: 0, output_tokens: 0, cached_tokens: 0 },
  cost_usd: null,
};

/** What several runs or answers took together; the cost is known where that of each is. */
export const spentTogether = (spendings: readonly Spending[]): Spending => ({
  answers: sum(spendings, ({ answers }) => answers),
  unknown: sum(spendings, ({ unknown }) => unknown),
  usage: {
    input_tokens: sum(spendings, ({ usage }) => usage.input_tokens),
    output_tokens: sum(spendings, ({ usage }) => usage.output_tokens),
    cached_tokens: sum(spendings, ({ usage }) => usage.cached_tokens),
  },
  cost_usd:
    spendings.length > 0 && spendings.every(({ cost_usd }) => cost_usd !== null)
      ? sum(spendings, ({ cost_usd }) => cost_usd ?? 0)
      : null,
});

const sum = <Item>(items: readonly Item[], of: (item: Item) => number): number =>
  items.reduce((total, item) => total + of(item), 0);
