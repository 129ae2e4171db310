import type { Git } from "./git.ts";

/** What a commit's tree holds at a path. */
export interface TreeEntry {
  /** `100644`, `100755`, `120000` for a link, `160000` for a submodule. */
  readonly mode: string;
  readonly path: string;
}

/** The same with the id of the blob, or of a submodule's commit. */
export interface TreeObject extends TreeEntry {
  readonly id: string;
}

const SUBMODULE = "160000";
export const isSubmodule = ({ mode }: TreeEntry): boolean => mode === SUBMODULE;

/** All entries of a commit's tree, in git's order. Throws on a missing commit. */
export const readTree = async (git: Git, commit: string): Promise<readonly TreeObject[]> => {
  const listing = await git.read("ls-tree", "-r", "-z", "--full-tree", commit);
  if (!listing.ok) throw new Error(`the tree of ${commit} cannot be read: ${listing.issues[0]}`);
  return parseTree(listing.value);
};

export const parseTree = (listing: string): readonly TreeObject[] =>
  listing
    .split("\0")
    .filter((line) => line !== "")
    .map((line) => {
      const tab = line.indexOf("\t");
      const [mode = "", , id = ""] = line.slice(0, tab).split(" ");
      return { mode, id, path: line.slice(tab + 1) };
    });

/** The files among the entries, submodules and names that are not UTF-8 left out, sorted by code point. */
export const filesOf = (entries: readonly TreeEntry[]): readonly string[] =>
  entries
    .filter((entry) => !isSubmodule(entry))
    .map(({ path }) => path)
    // What is not UTF-8 was decoded to the replacement character.
    .filter((path) => !path.includes("\ufffd"))
    .sort(byCodePoint);

/** The ids of regular files by their paths, names that are not UTF-8 left out. */
export const blobsOf = (entries: readonly TreeObject[]): ReadonlyMap<string, string> =>
  new Map(
    entries
      .filter(({ mode, path }) => mode.startsWith("100") && !path.includes("\ufffd"))
      .map(({ path, id }) => [path, id] as const),
  );

/** Sorts as UTF-8 bytes do: by code point, not by UTF-16 unit. */
export const byCodePoint = (a: string, b: string): number => {
  if (a === b) return 0;
  if (SURROGATES.test(a) || SURROGATES.test(b)) return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return a < b ? -1 : 1;
};

const SURROGATES = /[\ud800-\udfff]/;
