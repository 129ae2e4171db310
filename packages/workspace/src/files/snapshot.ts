import { type Dirent, lstatSync, type Stats } from "node:fs";
import { entriesIn, errnoOf } from "@llmch/files";
import { byCodePoint } from "@llmch/text";

/**
 * How the file system showed files right after git had checked them out. Any change of a file's bytes or mode changes its ctime,
 * so git need not be asked if nothing differs.
 */
export type Snapshot = ReadonlyMap<string, string>;

/** Above this many files git is faster: it checks them in parallel. */
export const MAX_SNAPSHOT = 20_000;

export const takeSnapshot = async (root: string, paths: readonly string[]): Promise<Snapshot> => {
  const snapshot = new Map<string, string>();
  for (const path of paths) {
    snapshot.set(path, looksOf(root, path));
  }
  return snapshot;
};

/** The paths that look different from before. */
export const differing = async (root: string, snapshot: Snapshot): Promise<readonly string[]> => {
  const paths: string[] = [];
  for (const [path, looks] of snapshot) {
    if (looks === MISSING || looksOf(root, path) !== looks) paths.push(path);
  }
  return paths;
};

const MISSING = "";

/** How a file looks, whatever it holds: its inode, size and ctime. */
export const looksOf = (root: string, path: string): string => {
  try {
    const standing = lstatSync(`${root}/${path}`, { throwIfNoEntry: false });
    return standing === undefined ? MISSING : `${standing.ino} ${standing.size} ${standing.ctimeMs}`;
  } catch (fault) {
    // A file, or a link to itself, is where its folder was.
    if (["ENOTDIR", "ELOOP"].includes(errnoOf(fault) ?? "")) return MISSING;
    throw fault;
  }
};

/**
 * All files and links in a tree, whoever made them, without folders `leftOut` and git's own. A folder that is too deep to read
 * counts as one file.
 * @param meet called with each folder's path and state before it is read
 */
export const listFiles = async (
  root: string,
  leftOut: ReadonlySet<string>,
  meet: (path: string, standing: Stats) => void = () => {},
): Promise<string[]> => {
  const files: string[] = [];
  const visit = (prefix: string): void => {
    for (const entry of inOrder(read(prefix))) {
      const path = prefix + entry.name;
      if (entry.name === ".git" || leftOut.has(path)) continue;
      if (entry.isDirectory()) visit(`${path}/`);
      else files.push(path);
    }
  };
  const read = (prefix: string): readonly Dirent[] => {
    try {
      return entriesIn(`${root}/${prefix}`, (standing) => meet(prefix.slice(0, -1), standing));
    } catch (fault) {
      if (errnoOf(fault) !== "ENAMETOOLONG") throw fault;
      files.push(prefix.slice(0, -1));
      return [];
    }
  };
  visit("");
  return files;
};

/** Sorts entries so that a tree's files come in the order of their paths, without sorting them all. */
const inOrder = (entries: readonly Dirent[]): readonly Dirent[] =>
  entries
    .map((entry) => ({ entry, start: entry.isDirectory() ? `${entry.name}/` : entry.name }))
    .sort((a, b) => byCodePoint(a.start, b.start))
    .map(({ entry }) => entry);
