/** An order and what it depends on: all of it, or a subset from which the rest follows. Orders are in plan order. */
interface Node {
  readonly id: string;
  readonly directly: readonly string[];
}

/** Ids of orders in plan order, in groups. Each group depends only on earlier ones, so the orders of one group could run together. */
export const waves = (graph: readonly Node[]): readonly (readonly string[])[] => {
  const depths = new Map<string, number>();
  const found: string[][] = [];
  for (const { id, directly } of graph) {
    const depth = directly.reduce((most, earlier) => Math.max(most, (depths.get(earlier) ?? -1) + 1), 0);
    depths.set(id, depth);
    const wave = found[depth];
    if (wave === undefined) found[depth] = [id];
    else wave.push(id);
  }
  return found;
};

/** The longest chain of dependent orders; the first of several. */
export const longestPath = (graph: readonly Node[]): readonly string[] => {
  const ends = new Map<string, End>();
  let longest: End | null = null;
  for (const { id, directly } of graph) {
    const before = directly.reduce<End | null>((best, earlier) => longer(best, ends.get(earlier) ?? null), null);
    const end = { id, before, length: 1 + (before?.length ?? 0) };
    ends.set(id, end);
    longest = longer(longest, end);
  }
  const path: string[] = [];
  for (let at = longest; at !== null; at = at.before) path.push(at.id);
  return path.reverse();
};

/** The longest path that ends with an order. */
interface End {
  readonly id: string;
  readonly before: End | null;
  readonly length: number;
}

const longer = (one: End | null, two: End | null): End | null =>
  one === null || (two !== null && two.length > one.length) ? two : one;
