import { beginningsOf, byCodePoint } from "@llmch/contract";
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
  /** Keyed by both trees. */
  const comparisons = new Map<string, readonly TreeChange[]>();
  /** The newest last. */
  const entries = new Map<string, Promise<readonly TreeObject[]>>();
  const nameOf = (commit: string): string => hashes.get(commit) ?? commit;
  const pairOf = (from: string, to: string): string => `${nameOf(from)} ${nameOf(to)}`;
  const keep = (name: string, made: Promise<readonly TreeObject[]>): Promise<readonly TreeObject[]> => {
    entries.delete(name);
    entries.set(name, made);
    // Retry what failed.
    made.catch(() => entries.delete(name));
    for (const [oldest] of entries) if (entries.size > KEPT) entries.delete(oldest);
    return made;
  };
  const made: KnownTrees["made"] = (commit, tree) => {
    const known = entries.get(commit);
    entries.delete(commit);
    hashes.set(commit, tree);
    if (known !== undefined && !entries.has(tree)) keep(tree, known);
  };
  const laid: KnownTrees["laid"] = (tree, on, changes) => {
    const before = entries.get(nameOf(on));
    if (before === undefined || entries.has(nameOf(tree))) return;
    keep(
      nameOf(tree),
      before.then((each) => entriesAfterChanges(each, changes)),
    );
  };
  return {
    hashOf: async (commit) => {
      const known = hashes.get(commit);
      if (known !== undefined) return known;
      const tree = await git.read("rev-parse", `${commit}^{tree}`);
      if (!tree.ok) throw new Error(`the tree of ${commit} cannot be found: ${tree.issues[0]}`);
      const hash = tree.value.trim();
      made(commit, hash);
      return hash;
    },
    entriesOf: (commit) => keep(nameOf(commit), entries.get(nameOf(commit)) ?? readTree(git, nameOf(commit))),
    made,
    laid,
    compared: (from, to, changes) => {
      comparisons.set(pairOf(from, to), changes);
      laid(to, from, changes);
    },
    between: (from, to) => (nameOf(from) === nameOf(to) ? [] : (comparisons.get(pairOf(from, to)) ?? null)),
  };
};

/** Trees that were made from each other share their entries, of which a large repo has megabytes. */
const KEPT = 8;

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
    const above = beginningsOf(path).slice(0, -1);
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
