import { byCodePoint } from "@llmch/text";
import type { Git } from "./git.ts";

/** The modes of a regular file, of an executable one and of a submodule. */
export const MODES = { regular: "100644", executable: "100755", submodule: "160000" } as const;

/** An entry of a commit's tree. */
export interface TreeEntry {
  /** One of `MODES`, or `120000` for a link. */
  readonly mode: string;
  readonly path: string;
}

/** The same with the id of the blob, or of a submodule's commit. */
export interface TreeObject extends TreeEntry {
  readonly id: string;
}

/** What one path becomes: an object with its mode, or nothing. */
export type TreeChange =
  | { readonly path: string; readonly mode: string; readonly id: string }
  | { readonly path: string; readonly mode: null };

export const isSubmodule = ({ mode }: TreeEntry): boolean => mode === MODES.submodule;

/** All entries of a commit's tree, in git's order. Throws if the commit is missing. */
export const readTree = async (git: Git, commit: string): Promise<readonly TreeObject[]> => {
  const listing = await git.read("ls-tree", "-r", "-z", "--full-tree", commit);
  if (!listing.ok) throw new Error(`the tree of ${commit} cannot be read: ${listing.issues[0]}`);
  return parseTree(listing.value);
};

export const parseTree = (listing: string): readonly TreeObject[] => {
  const entries: TreeObject[] = [];
  for (let start = 0; start < listing.length; ) {
    const end = listing.indexOf("\0", start);
    const stop = end === -1 ? listing.length : end;
    const tab = listing.indexOf("\t", start);
    const [mode = "", , id = ""] = listing.slice(start, tab).split(" ");
    entries.push({ mode, id, path: listing.slice(tab + 1, stop) });
    start = stop + 1;
  }
  return entries;
};

const known = new WeakMap<readonly TreeEntry[], readonly string[]>();

/** The files among the entries, without submodules and names that are not UTF-8, sorted by code point. */
export const filesOf = (entries: readonly TreeEntry[]): readonly string[] => {
  const found = known.get(entries) ?? sortedFiles(entries);
  known.set(entries, found);
  return found;
};

const sortedFiles = (entries: readonly TreeEntry[]): readonly string[] => {
  const files: string[] = [];
  // Names that are not UTF-8 were decoded with the replacement character.
  for (const entry of entries) if (!isSubmodule(entry) && !entry.path.includes("\ufffd")) files.push(entry.path);
  return files.sort(byCodePoint);
};

/** The ids of regular files by their paths, without names that are not UTF-8. */
export const blobsOf = (entries: readonly TreeObject[]): ReadonlyMap<string, string> => {
  const blobs = new Map<string, string>();
  for (const { mode, path, id } of entries) if (mode.startsWith("100") && !path.includes("\ufffd")) blobs.set(path, id);
  return blobs;
};
