import { canonicalJson, sha256Hex } from "@llmch/contract";
import { changesBetween, type Repository, type TreeChange, type TreeObject } from "@llmch/workspace";

/** What an order changes, by the tree that it leaves. */
export interface Layer {
  readonly changes: readonly TreeChange[];
  /** The same changes have the same version. */
  readonly version: string;
}

export const layerOf = (changes: readonly TreeChange[]): Layer => ({
  changes,
  version: sha256Hex(canonicalJson(changes.map((change) => ({ ...change })))).slice(0, 16),
});

/** What stands at the paths that layers change, once they lie on one another. */
export type Changed = ReadonlyMap<string, TreeChange>;

export const changedBy = (layers: readonly Layer[]): Changed =>
  new Map(layers.flatMap(({ changes }) => changes.map((change) => [change.path, change])));

/** What stands at a path once such changes lie on the commit that the run began with; null for nothing. */
export const standingIn = async (
  changed: Changed,
  path: string,
  layers: Pick<Layers, "atStart">,
): Promise<TreeObject | null> => {
  const change = changed.get(path);
  if (change === undefined) return layers.atStart(path);
  return change.mode === null ? null : change;
};

/** What the orders of a run change, each for itself, on the commit that the run began with. */
export interface Layers {
  /** The commit below all of them. */
  readonly start: string;
  of(order: string): Layer | null;
  /** Takes what an order's candidate or commit changes; the last one counts. */
  set(order: string, layer: Layer): void;
  /** What the commit below has at a path; null for nothing. */
  atStart(path: string): Promise<TreeObject | null>;
  /** What turns one tree into another, as a layer. */
  between(from: string, to: string): Promise<Layer>;
}

export const openLayers = (repo: Pick<Repository, "git" | "trees">, start: string): Layers => {
  const layers = new Map<string, Layer>();
  let entries: Promise<ReadonlyMap<string, TreeObject>> | null = null;
  const read = async () => new Map((await repo.trees.entriesOf(start)).map((entry) => [entry.path, entry]));
  return {
    start,
    of: (order) => layers.get(order) ?? null,
    set: (order, layer) => layers.set(order, layer),
    atStart: async (path) => {
      entries ??= read();
      return (await entries).get(path) ?? null;
    },
    between: async (from, to) => layerOf(await changesBetween(repo, from, to)),
  };
};
