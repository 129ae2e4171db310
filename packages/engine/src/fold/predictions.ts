import type { AcceptedChange } from "@llmch/factory";
import { blobId, byCodePoint, type TreeChange, type TreeObject } from "@llmch/workspace";
import { changedBy, type Layer, type Layers, layerOf, standingIn } from "./layers.ts";

/** A layer, and the contents that it names and the repo does not hold yet. */
interface Predicted {
  readonly layer: Layer;
  blobs: readonly Uint8Array[];
}

/** What is to lie on a commit, one layer after the other, and the contents among it that the repo does not hold yet. */
export interface LikelyLayers {
  readonly layers: readonly Layer[];
  readonly blobs: readonly Uint8Array[];
  /** Says that the repo holds them now. */
  stored(): void;
}

/**
 * What answers are taken to leave while their gates run: those after them in the plan are tried on it. It may be wrong, since git and
 * what the gates run have a say: whatever was tried counts only on the very tree that lands.
 */
export interface Predictions {
  /** Takes what an answer changes, on layers that it rests on. Gives the version of its layer, or null if none can be told. */
  predict(order: string, changes: readonly AcceptedChange[] | null, below: readonly Layer[]): Promise<string | null>;
  forget(order: string): void;
  /** The layers of such versions: of what has passed, or else what is predicted. */
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

/** Null if it is likely to be wrong. */
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
    const mode = executable === null ? (before?.mode ?? PLAIN) : executable ? EXECUTABLE : PLAIN;
    const id = blobId(content, idLength);
    if (before?.id === id && before.mode === mode) continue;
    blobs.push(content);
    made.push({ path, mode, id });
  }
  return { layer: layerOf(made.sort((one, two) => byCodePoint(one.path, two.path))), blobs };
};

/** The ends of lines are what git is most often asked to store otherwise than they stand. */
const mayBeConverted = (content: Uint8Array): boolean => content.includes(CARRIAGE_RETURN);
const CARRIAGE_RETURN = 13;

const [PLAIN, EXECUTABLE] = ["100644", "100755"] as const;
