import type { CommandPaths } from "./command-paths.ts";
import { normalizePath, spellingFold } from "./repo-path.ts";

/** Who writes which files, so far: writers are numbers that only grow. */
export interface PathWriters {
  add(path: string, writer: number): void;
  /** The writers of that file, of a file above it, and of files below it. Two spellings of one name are one file. */
  around(path: string): Iterable<number>;
  /** The writers of what a command may mean. */
  meantBy(paths: CommandPaths): Iterable<number>;
}

/** Looks each path up by what could name it, so that it takes no longer with more orders. */
export const pathWriters = (): PathWriters => {
  /** The last writer of each file: it comes after the others. */
  const files = new Map<string, number>();
  const below = new Map<string, Set<number>>();
  const byPlace = new Map<string, Set<number>>();
  const byFile = new Map<string, Set<number>>();
  const byPackage = new Map<string, Set<number>>();
  return {
    add: (path, writer) => {
      const name = spellingFold(normalizePath(path));
      files.set(name, writer);
      for (const folder of foldersAbove(name)) enter(below, folder, writer);
      for (const ending of endings(name)) {
        for (const called of [ending, ending.replace(ENDING, "")]) {
          if (!isGeneral(called)) for (const index of [byPlace, byFile]) enter(index, called, writer);
        }
        const folder = PACKAGE.exec(ending)?.[1];
        if (folder !== undefined) for (const index of [byFile, byPackage]) enter(index, folder, writer);
        for (const above of foldersAbove(ending)) enter(byPlace, above, writer);
      }
    },
    *around(path) {
      const name = spellingFold(normalizePath(path));
      for (const at of [name, ...foldersAbove(name)]) {
        const writer = files.get(at);
        if (writer !== undefined) yield writer;
      }
      yield* below.get(name) ?? [];
    },
    *meantBy(paths) {
      for (const place of paths.places) yield* byPlace.get(place) ?? [];
      for (const file of paths.files) yield* byFile.get(file) ?? [];
      for (const folder of paths.packages) yield* byPackage.get(folder) ?? [];
    },
  };
};

const ENDING = /(?<=[^/])\.[^./]*$/;
const PACKAGE = /^(.+)\/(?:INDEX|MAIN|MOD|LIB|__INIT__|__MAIN__)\.[^./]*$/;

/** A name that many files have, and that nobody means by it alone. */
const isGeneral = (name: string): boolean => /^(?:INDEX|MAIN|MOD|LIB|__INIT__|__MAIN__)$/.test(name);

const enter = (index: Map<string, Set<number>>, key: string, writer: number): void => {
  const writers = index.get(key);
  if (writers === undefined) index.set(key, new Set([writer]));
  else writers.add(writer);
};

const foldersAbove = (path: string): readonly string[] => {
  const folders: string[] = [];
  for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) folders.push(path.slice(0, end));
  return folders;
};

/** Nobody names the end of a deeper path. */
const MOST_ENDINGS = 32;

/** `a/b/c`, `b/c` and `c`: a command may run in any folder. */
const endings = (path: string): readonly string[] => {
  const found = [path];
  if (path.split("/").length > MOST_ENDINGS) return found;
  for (let at = path.indexOf("/"); at >= 0; at = path.indexOf("/", at + 1)) found.push(path.slice(at + 1));
  return found;
};
