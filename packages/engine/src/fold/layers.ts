import { canonicalJson, sha256Hex } from "@llmch/contract";
import { changesBetween, type Repository, type TreeChange, type TreeObject } from "@llmch/workspace";

/** What an order changes, derived from the tree that it leaves. */
export interface Layer {
  readonly changes: readonly TreeChange[];
  /** Equal changes have equal versions. */
  readonly version: string;
}

export const layerOf = (changes: readonly TreeChange[]): Layer => ({
  changes,
  version: sha256Hex(canonicalJson(changes.map((change) => ({ ...change })))).slice(0, 16),
});

/** The final state of each path changed by layers, stacked in order. */
export type Changed = ReadonlyMap<string, TreeChange>;

export const changedBy = (layers: readonly Layer[]): Changed =>
  new Map(layers.flatMap(({ changes }) => changes.map((change) => [change.path, change])));

/** What is at a path when these changes are stacked on the run's start commit; null for nothing. */
export const standingIn = async (
  changed: Changed,
  path: string,
  layers: Pick<Layers, "atStart">,
): Promise<TreeObject | null> => {
  const change = changed.get(path);
  if (change === undefined) return layers.atStart(path);
  return change.mode === null ? null : change;
};

/** What each order of a run changes, relative to the run's start commit. */
export interface Layers {
  /** The run's start commit, below all layers. */
  readonly start: string;
  of(order: string): Layer | null;
  /** Sets what an order's candidate or commit changes; the last call wins. */
  set(order: string, layer: Layer): void;
  /** What the start commit has at a path; null for nothing. */
  atStart(path: string): Promise<TreeObject | null>;
  /** The layer that turns one tree into another. */
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
