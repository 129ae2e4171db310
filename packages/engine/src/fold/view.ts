import { byCodePoint, type FileState, type RepoPath, spellingFold } from "@llmch/contract";
import type { Files } from "@llmch/factory";
import { MODES, type Repository, readBlobBytes, stateOfBytes, type TreeObject } from "@llmch/workspace";
import { type Changed, type Layers, standingIn } from "./layers.ts";

/** For each path where a view differs from the worktree below: what the view has; null for nothing. */
export type Masks = ReadonlyMap<string, TreeObject | null>;

/**
 * The masks that make a worktree show the work of a different set of orders.
 * @param shown what the worktree's commit changes from the run's start
 * @param wanted what the view changes from it
 */
export const masksOf = async (shown: Changed, wanted: Changed, layers: Pick<Layers, "atStart">): Promise<Masks> => {
  const masks = new Map<string, TreeObject | null>();
  for (const path of new Set([...shown.keys(), ...wanted.keys()])) {
    const [there, seen] = [await standingIn(shown, path, layers), await standingIn(wanted, path, layers)];
    if (there?.id !== seen?.id || there?.mode !== seen?.mode) masks.set(path, seen);
  }
  return masks;
};

/**
 * The files of a worktree with masks over them: what an order sees depends on its dependencies, not on what else has landed by the time
 * it is asked.
 */
export const viewOver = (below: Files, masks: Masks, repo: Pick<Repository, "git">): Files => {
  if (masks.size === 0) return below;
  const blobs = new Map<string, Promise<FileState>>();
  const read = async ({ id, mode }: TreeObject): Promise<FileState> => {
    const data = (await readBlobBytes(repo.git, [id], { maxBytes: MOST_BYTES })).get(id);
    if (data == null) return { kind: "blocked", why: "it is too large to be read" };
    return stateOfBytes(data, { executable: mode === MODES.executable });
  };
  const stateOf = (entry: TreeObject): Promise<FileState> => {
    if (!isFile(entry)) return Promise.resolve({ kind: "blocked", why: `${entry.path} is no regular file` });
    const state = blobs.get(entry.path) ?? read(entry);
    blobs.set(entry.path, state);
    return state;
  };
  const masked = (paths: readonly string[]): readonly string[] => {
    const seen = [...masks].flatMap(([path, entry]) =>
      entry !== null && entry.mode !== MODES.submodule ? [path] : [],
    );
    return [...new Set([...paths.filter((path) => !masks.has(path)), ...seen])].sort(byCodePoint);
  };
  return {
    trackedFiles: async () => masked(await below.trackedFiles()),
    presentFiles: async () => masked(await below.presentFiles()),
    inspect: async (path: RepoPath) => {
      const entry = masks.get(path);
      if (entry !== undefined && entry !== null) return stateOf(entry);
      const state = entry === null ? ({ kind: "missing" } as const) : await below.inspect(path);
      if (state.kind !== "missing") return state;
      const twin = masked(await below.trackedFiles()).find((other) => spellingFold(other) === spellingFold(path));
      return twin === undefined ? { kind: "missing" } : { kind: "missing", twin };
    },
    isFile: async (path: RepoPath) => {
      const entry = masks.get(path);
      return entry === undefined ? below.isFile(path) : entry !== null && isFile(entry);
    },
  };
};

/** More than llmch ever reads from a file in a worktree. */
const MOST_BYTES = 256 * 1024 * 1024;
const isFile = ({ mode }: TreeObject): boolean => mode.startsWith("100");
