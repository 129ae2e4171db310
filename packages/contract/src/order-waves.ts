import type { OrderDependencies } from "./order-dependencies.ts";

/** Ids of orders in plan order, each group resting on the ones before: those of one group could be carried out together. */
export const waves = (graph: readonly OrderDependencies[]): readonly (readonly string[])[] => {
  const depths = new Map<string, number>();
  const found: string[][] = [];
  for (const { id, after } of graph) {
    const depth = after.reduce((most, earlier) => Math.max(most, (depths.get(earlier) ?? -1) + 1), 0);
    depths.set(id, depth);
    const wave = found[depth];
    if (wave === undefined) found[depth] = [id];
    else wave.push(id);
  }
  return found;
};

/** The orders that must follow one another and together weigh the most; the first of several. */
export const longestPath = (
  graph: readonly OrderDependencies[],
  weightOf: (id: string) => number = () => 1,
): readonly string[] => {
  const heads = new Map<string, { readonly weight: number; readonly before: string | null }>();
  let last: string | null = null;
  for (const { id, after } of graph) {
    const before = heaviest(after, heads);
    const weight = weightOf(id) + (before === null ? 0 : (heads.get(before)?.weight ?? 0));
    heads.set(id, { weight, before });
    if (last === null || weight > (heads.get(last)?.weight ?? 0)) last = id;
  }
  const path: string[] = [];
  for (let at = last; at !== null; at = heads.get(at)?.before ?? null) path.push(at);
  return path.reverse();
};

const heaviest = (ids: readonly string[], heads: ReadonlyMap<string, { readonly weight: number }>): string | null =>
  ids.reduce<string | null>((best, id) => {
    const weight = heads.get(id)?.weight;
    if (weight === undefined) return best;
    return best === null || weight > (heads.get(best)?.weight ?? 0) ? id : best;
  }, null);
