import { lstatSync, readdirSync } from "node:fs";
import { errnoOf } from "@llmch/files";

/**
 * How files looked to the file system when git had just checked them out. Whatever changes a file's bytes or mode
 * changes its ctime, so where nothing differs git need not be asked.
 */
export type Snapshot = ReadonlyMap<string, string>;

/** Above this many files git is the faster one to ask: it looks at them in parallel. */
export const MAX_SNAPSHOT = 20_000;

export const takeSnapshot = (root: string, paths: readonly string[]): Snapshot =>
  new Map(paths.map((path) => [path, looksOf(root, path)]));

/** The paths that do not look as they did. */
export const differing = (root: string, snapshot: Snapshot): readonly string[] =>
  [...snapshot].filter(([path, looks]) => looks === MISSING || looksOf(root, path) !== looks).map(([path]) => path);

const MISSING = "";

const looksOf = (root: string, path: string): string => {
  try {
    const standing = lstatSync(`${root}/${path}`, { throwIfNoEntry: false });
    return standing === undefined ? MISSING : `${standing.ino} ${standing.size} ${standing.ctimeMs}`;
  } catch (fault) {
    // A file stands where its folder was.
    if (errnoOf(fault) === "ENOTDIR") return MISSING;
    throw fault;
  }
};

/** All files and links in a tree, whoever made them, without folders `leftOut` and git's own. */
export const listFiles = (root: string, leftOut: ReadonlySet<string>, prefix = ""): string[] =>
  readdirSync(`${root}/${prefix}`, { withFileTypes: true }).flatMap((entry) => {
    const path = prefix + entry.name;
    if (entry.name === ".git" || leftOut.has(path)) return [];
    return entry.isDirectory() ? listFiles(root, leftOut, `${path}/`) : [path];
  });
