import type { Turns } from "./turns.ts";

type Compare<Item> = (a: Item, b: Item) => number;

/** How many items are sorted at once. */
const RUN = 16_384;

/** `toSorted` for any number of items, without keeping others waiting. */
export const sortInTurns = async <Item>(
  items: readonly Item[],
  compare: Compare<Item>,
  turns: Turns,
): Promise<readonly Item[]> => {
  let runs: (readonly Item[])[] = [];
  for (let from = 0; from < items.length; from += RUN) {
    if (from > 0) await turns.take();
    runs.push(items.slice(from, from + RUN).sort(compare));
  }
  while (runs.length > 1) {
    const merged: (readonly Item[])[] = [];
    for (const [index, run] of runs.entries()) {
      const next = runs[index + 1];
      if (index % 2 === 0) merged.push(next === undefined ? run : await merge(run, next, compare, turns));
    }
    runs = merged;
  }
  return runs[0] ?? [];
};

/** Of equal items, those of the first list come first. */
const merge = async <Item>(
  first: readonly Item[],
  second: readonly Item[],
  compare: Compare<Item>,
  turns: Turns,
): Promise<readonly Item[]> => {
  const merged: Item[] = [];
  const others = second.values();
  let other = others.next();
  for (const item of first) {
    for (; other.done !== true && compare(other.value, item) < 0; other = others.next()) merged.push(other.value);
    merged.push(item);
    if (turns.isOver()) await turns.take();
  }
  for (; other.done !== true; other = others.next()) merged.push(other.value);
  return merged;
};
