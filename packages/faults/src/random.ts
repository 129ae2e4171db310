import { randomNumbers } from "@llmch/testkit";

/** Numbers that look random and are the same for the same seed, so that a trial can be repeated. */
export interface Random {
  /** A whole number from 0 up to, but not including, `limit`. */
  below(limit: number): number;
  /** One of the items. Throws if there are none. */
  pick<Item>(items: readonly Item[]): Item;
  /** The items in another order. */
  shuffle<Item>(items: readonly Item[]): Item[];
}

/** The numbers of one trial, unrelated to those of any other trial. */
export const randomOf = (seed: number, trial: number): Random => {
  // The trial's number is spread over all bits first.
  const next = randomNumbers(Math.imul(trial + 1, 0x9e3779b1) ^ Math.imul(seed + 1, 0x85ebca6b));
  const below = (limit: number): number => next() % limit;
  const pick = <Item>(items: readonly Item[]): Item => {
    for (const item of items.slice(below(items.length))) return item;
    throw new Error("there is nothing to pick from");
  };
  return {
    below,
    pick,
    shuffle: (items) =>
      items
        .map((item) => ({ item, place: below(2 ** 31) }))
        .sort((one, other) => one.place - other.place)
        .map(({ item }) => item),
  };
};
