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

/** The chain of dependent orders with the greatest total weight; the first of several. */
export const longestPath = (graph: readonly Node[], weightOf: (id: string) => number = () => 1): readonly string[] => {
  const ends = new Map<string, End>();
  let longest: End | null = null;
  for (const { id, directly } of graph) {
    const before = directly.reduce<End | null>((best, earlier) => heavier(best, ends.get(earlier) ?? null), null);
    const end = { id, before, weight: weightOf(id) + (before?.weight ?? 0) };
    ends.set(id, end);
    longest = heavier(longest, end);
  }
  const path: string[] = [];
  for (let at = longest; at !== null; at = at.before) path.push(at.id);
  return path.reverse();
};

/** The weight of the heaviest path from each order on, itself included. */
export const remainingPaths = (
  graph: readonly Node[],
  weightOf: (id: string) => number = () => 1,
): ReadonlyMap<string, number> => {
  const remaining = new Map(graph.map(({ id }) => [id, weightOf(id)]));
  for (const { id, directly } of [...graph].reverse()) {
    const own = remaining.get(id) ?? 0;
    for (const before of directly) remaining.set(before, Math.max(remaining.get(before) ?? 0, weightOf(before) + own));
  }
  return remaining;
};

/** The heaviest path that ends with an order. */
interface End {
  readonly id: string;
  readonly before: End | null;
  readonly weight: number;
}

const heavier = (one: End | null, two: End | null): End | null =>
  one === null || (two !== null && two.weight > one.weight) ? two : one;
