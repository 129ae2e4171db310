import { pythonRoots } from "@llmch/languages";

/** A file that an order has removed. */
export interface LostFile {
  /** Who provided it. */
  readonly giver: string;
  /** The order that removes it. */
  readonly remover: string;
}

/** The files that exist at a point of a plan: the repo's listing, updated by each order's postconditions (contract §3). */
export interface PlanFiles {
  has(path: string): boolean;
  /** Who provides a file, in words: `the repo`, or the order's id. Undefined if nobody does so far. */
  giver(path: string): string | undefined;
  /** The record of a file that was removed. */
  lost(path: string): LostFile | undefined;
  add(path: string, giver: string): void;
  /** Removes an existing file. */
  remove(path: string, remover: string): void;
  /** True if there is a file below the path. */
  hasFolder(path: string): boolean;
  /**
   * True if `import a.b` finds a file or a package, including namespace packages: at the root, or in the roots from which the repo's own
   * packages are installed. What a plan makes is not installed, so only the repo's layout counts.
   */
  hasModule(dotted: string): boolean;
}

export const THE_REPO = "the repo";

export const planFiles = (repoFiles: readonly string[]): PlanFiles => {
  const givers = new Map<string, string>();
  const lost = new Map<string, LostFile>();
  const folders: EntryCounts = new Map();
  const packages: EntryCounts = new Map();
  const isModule = (path: string) => path.endsWith(".py");
  let roots: readonly string[] | undefined;
  const add = (path: string, giver: string) => {
    if (givers.has(path)) return;
    givers.set(path, giver);
    lost.delete(path);
    enter(path, folders);
    if (isModule(path)) enter(path, packages);
  };
  for (const path of repoFiles) add(path, THE_REPO);
  return {
    has: (path) => givers.has(path),
    giver: (path) => givers.get(path),
    lost: (path) => lost.get(path),
    add,
    remove: (path, remover) => {
      const giver = givers.get(path);
      if (giver === undefined) return;
      givers.delete(path);
      lost.set(path, { giver, remover });
      leave(path, folders);
      if (isModule(path)) leave(path, packages);
    },
    hasFolder: (path) => folders.has(path),
    hasModule: (dotted) => {
      const path = dotted.replaceAll(".", "/");
      const isIn = (root: string) => givers.has(`${root}${path}.py`) || packages.has(root + path);
      if (isIn("")) return true;
      roots ??= pythonRoots(repoFiles);
      return roots.some(isIn);
    },
  };
};

/** How many entries each folder has. A folder without any does not exist. */
type EntryCounts = Map<string, number>;

/** Counts a file in its folder, and a new folder in its parent. */
const enter = (path: string, counts: EntryCounts): void => {
  for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
    const folder = path.slice(0, end);
    const entries = counts.get(folder) ?? 0;
    counts.set(folder, entries + 1);
    if (entries > 0) return;
  }
};

/** Removes a file from its folder, then an empty folder from its parent. */
const leave = (path: string, counts: EntryCounts): void => {
  for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
    const folder = path.slice(0, end);
    const entries = counts.get(folder) ?? 0;
    if (entries > 1) {
      counts.set(folder, entries - 1);
      return;
    }
    counts.delete(folder);
  }
};
