import { byCodePoint } from "@llmch/contract";
import type { Git } from "./git.ts";
import { readTree, type TreeChange, type TreeObject } from "./tree.ts";

/**
 * What is known of the trees of commits. A run asks for the trees of its own commits again and again: what it made them from
 * gives the same answer as git.
 */
export interface KnownTrees {
  /** Git's id of a commit's tree: two commits with the same files have the same one. Throws if there is no such commit. */
  hashOf(commit: string): Promise<string>;
  /** All entries of a commit's tree, sorted by code point. Throws if there is no such commit. */
  entriesOf(commit: string): Promise<readonly TreeObject[]>;
  /** Records that a commit was made from a tree. */
  made(commit: string, tree: string): void;
  /** Records that a tree was made from another tree, or from a commit's: changes in the order in which they were applied. */
  laid(tree: string, on: string, changes: readonly TreeChange[]): void;
  /** Records git's answer on how one tree, or a commit's tree, differs from another. */
  compared(from: string, to: string, changes: readonly TreeChange[]): void;
  /** The recorded answer, if there is one. */
  between(from: string, to: string): readonly TreeChange[] | null;
}

export const openKnownTrees = (git: Git): KnownTrees => {
  const hashes = new Map<string, string>();
  const origins = new Map<string, { readonly from: string; readonly changes: readonly TreeChange[] }>();
  /** Keyed by both trees. */
  const comparisons = new Map<string, readonly TreeChange[]>();
  /** The newest last. */
  const read = new Map<string, Promise<readonly TreeObject[]>>();
  const nameOf = (commit: string): string => hashes.get(commit) ?? commit;
  const pairOf = (from: string, to: string): string => `${nameOf(from)} ${nameOf(to)}`;
  const make = async (name: string): Promise<readonly TreeObject[]> => {
    const origin = origins.get(name);
    return origin === undefined
      ? readTree(git, name)
      : entriesAfterChanges(await entries(nameOf(origin.from)), origin.changes);
  };
  const entries = (name: string): Promise<readonly TreeObject[]> => {
    const made = read.get(name) ?? make(name);
    read.delete(name);
    read.set(name, made);
    // Retry what failed.
    made.catch(() => read.delete(name));
    for (const [oldest] of read) if (read.size > KEPT) read.delete(oldest);
    return made;
  };
  const originOf = (name: string): string | undefined => {
    const from = origins.get(name)?.from;
    return from === undefined ? undefined : nameOf(from);
  };
  const restsOn = (name: string, other: string): boolean => {
    for (let each: string | undefined = name; each !== undefined; each = originOf(each))
      if (each === other) return true;
    return false;
  };
  /** A tree never rests on itself: work that is undone leads back to an earlier tree. */
  const laid: KnownTrees["laid"] = (to, on, changes) => {
    const [tree, origin] = [nameOf(to), nameOf(on)];
    if (!origins.has(tree) && !restsOn(origin, tree)) origins.set(tree, { from: origin, changes });
  };
  /** Moves what was known of the commit to its tree. */
  const learn = (commit: string, tree: string): void => {
    const [known, origin] = [read.get(commit), origins.get(commit)];
    if (restsOn(tree, commit)) origins.delete(tree);
    origins.delete(commit);
    read.delete(commit);
    hashes.set(commit, tree);
    if (known !== undefined && !read.has(tree)) read.set(tree, known);
    if (origin !== undefined) laid(tree, origin.from, origin.changes);
  };
  return {
    hashOf: async (commit) => {
      const known = hashes.get(commit);
      if (known !== undefined) return known;
      const tree = await git.read("rev-parse", `${commit}^{tree}`);
      if (!tree.ok) throw new Error(`the tree of ${commit} cannot be found: ${tree.issues[0]}`);
      const hash = tree.value.trim();
      learn(commit, hash);
      return hash;
    },
    entriesOf: (commit) => entries(nameOf(commit)),
    made: learn,
    laid,
    compared: (from, to, changes) => {
      comparisons.set(pairOf(from, to), changes);
      laid(to, from, changes);
    },
    between: (from, to) => (nameOf(from) === nameOf(to) ? [] : (comparisons.get(pairOf(from, to)) ?? null)),
  };
};

/** Trees of a large repo take megabytes each; a run looks at the branch's and at those tried on it. */
const KEPT = 4;

/**
 * A tree after changes were applied, one after the other: an added file replaces a file where it needs a folder, and replaces a
 * folder at its path.
 * @param before sorted by code point
 */
const entriesAfterChanges = (before: readonly TreeObject[], changes: readonly TreeChange[]): readonly TreeObject[] => {
  /** What each changed path holds so far; null for nothing. */
  const laid = new Map<string, TreeObject | null>();
  const folders = new Set<string>();
  for (const change of changes) {
    const { path } = change;
    if (change.mode === null) {
      laid.set(path, null);
      continue;
    }
    const above = foldersAbove(path);
    const below = folders.has(path) ? [...laid.keys()].filter(isIn(path)) : [];
    for (const other of [...above, ...pathsBelow(path, before), ...below]) laid.set(other, null);
    for (const folder of above) folders.add(folder);
    laid.set(path, { mode: change.mode, id: change.id, path });
  }
  const come = [...laid.values()].filter((entry) => entry !== null).sort(byPath);
  // Two sorted runs one after the other sort quickly.
  return [...before.filter(({ path }) => !laid.has(path)), ...come].sort(byPath);
};

const byPath = (one: TreeObject, two: TreeObject): number => byCodePoint(one.path, two.path);

const foldersAbove = (path: string): readonly string[] =>
  [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index));

const isIn =
  (folder: string) =>
  (path: string): boolean =>
    path.startsWith(`${folder}/`);

/** What a sorted tree has below a folder: a contiguous range. */
const pathsBelow = (folder: string, sorted: readonly TreeObject[]): readonly string[] => {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (byCodePoint(sorted[middle]?.path ?? "", `${folder}/`) < 0) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while (isIn(folder)(sorted[end]?.path ?? "")) end += 1;
  return sorted.slice(low, end).map(({ path }) => path);
};
