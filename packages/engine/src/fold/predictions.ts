import { type AcceptedChange, byCodePoint } from "@llmch/contract";
import { blobId, MODES, type TreeChange, type TreeObject } from "@llmch/workspace";
import { changedBy, type Layer, type Layers, layerOf, standingIn } from "./layers.ts";

/** A layer, and those of its contents that the repo does not hold yet. */
interface Predicted {
  readonly layer: Layer;
  blobs: readonly Uint8Array[];
}

/** Layers to stack on a commit, and those of their contents that the repo does not hold yet. */
export interface LikelyLayers {
  readonly layers: readonly Layer[];
  readonly blobs: readonly Uint8Array[];
  /** Marks the contents as stored in the repo. */
  stored(): void;
}

/**
 * What answers will probably leave while their gates run, so that later orders in the plan can be tried on it. A prediction may be wrong,
 * since git and the gates' commands may change it: a try counts only on the exact tree that lands.
 */
export interface Predictions {
  /** Takes an answer's changes, on the layers that it depends on. Returns the version of its layer, or null if it cannot be predicted. */
  predict(order: string, changes: readonly AcceptedChange[] | null, below: readonly Layer[]): Promise<string | null>;
  forget(order: string): void;
  /** The layers for the given versions: passed ones, or else predicted ones. */
  likely(fold: readonly { readonly order: string; readonly version: string }[]): LikelyLayers;
}

export const openPredictions = (layers: Pick<Layers, "start" | "atStart" | "of">): Predictions => {
  const predicted = new Map<string, Predicted>();
  const found = (order: string, version: string): Predicted | null => {
    const passed = layers.of(order);
    const early = predicted.get(order);
    if (early !== undefined && passed?.version !== version) return early;
    return passed === null ? null : { layer: passed, blobs: [] };
  };
  return {
    predict: async (order, changes, below) => {
      predicted.delete(order);
      const changed = changedBy(below);
      const standing = (path: string) => standingIn(changed, path, layers);
      const made = changes === null ? null : await predictedOf(changes, standing, layers.start.length);
      if (made === null) return null;
      predicted.set(order, made);
      return made.layer.version;
    },
    forget: (order) => {
      predicted.delete(order);
    },
    likely: (fold) => {
      const all = fold.flatMap(({ order, version }) => found(order, version) ?? []);
      const stored = (): void => {
        for (const each of all) each.blobs = [];
      };
      return { layers: all.map(({ layer }) => layer), blobs: all.flatMap(({ blobs }) => blobs), stored };
    },
  };
};

/** Null if the prediction would probably be wrong. */
const predictedOf = async (
  changes: readonly AcceptedChange[],
  standing: (path: string) => Promise<TreeObject | null>,
  idLength: number,
): Promise<Predicted | null> => {
  const blobs: Uint8Array[] = [];
  const made: TreeChange[] = [];
  for (const change of changes) {
    const { path } = change;
    const before = await standing(path);
    if (change.kind === "remove") {
      if (before !== null) made.push({ path, mode: null });
      continue;
    }
    const { content, executable } = change;
    if (mayBeConverted(content)) return null;
    const mode = executable === null ? (before?.mode ?? MODES.regular) : executable ? MODES.executable : MODES.regular;
    const id = blobId(content, idLength);
    if (before?.id === id && before.mode === mode) continue;
    blobs.push(content);
    made.push({ path, mode, id });
  }
  return { layer: layerOf(made.sort((one, two) => byCodePoint(one.path, two.path))), blobs };
};

/** Line endings are what git most often converts on storing. */
const mayBeConverted = (content: Uint8Array): boolean => content.includes(CARRIAGE_RETURN);
const CARRIAGE_RETURN = 13;
