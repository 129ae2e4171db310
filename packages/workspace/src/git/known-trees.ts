import type { Git } from "./git.ts";
import { readTree, type TreeObject } from "./tree.ts";

/** The trees of commits, each asked for once: a run asks for the same ones again and again. */
export interface KnownTrees {
  /** Git's id of a commit's tree: two commits with the same files have the same one. Throws if there is no such commit. */
  hashOf(commit: string): Promise<string>;
  /** All entries of a commit's tree, sorted by code point. Throws if there is no such commit. */
  entriesOf(commit: string): Promise<readonly TreeObject[]>;
  /** Records that a commit was made from a tree. */
  made(commit: string, tree: string): void;
}

export const openKnownTrees = (git: Git): KnownTrees => {
  const hashes = new Map<string, string>();
  /** By tree, as far as that is known, else by commit; the newest last. */
  const entries = new Map<string, Promise<readonly TreeObject[]>>();
  const made = (commit: string, tree: string): void => {
    hashes.set(commit, tree);
    const read = entries.get(commit);
    if (read !== undefined && entries.delete(commit)) entries.set(tree, read);
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
    entriesOf: (commit) => {
      const name = hashes.get(commit) ?? commit;
      const read = entries.get(name) ?? readTree(git, name);
      entries.delete(name);
      entries.set(name, read);
      // Retry what failed.
      read.catch(() => entries.delete(name));
      for (const [oldest] of entries) if (entries.size > KEPT) entries.delete(oldest);
      return read;
    },
    made,
  };
};

/** The entries of a large repo take megabytes. */
const KEPT = 8;
