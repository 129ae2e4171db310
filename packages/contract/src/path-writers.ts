import type { CommandPaths } from "./command-paths.ts";
import { beginningsOf, normalizePath, spellingFold } from "./repo-path.ts";

/** Who writes which files so far. Writers are numbers in ascending order. */
export interface PathWriters {
  add(path: string, writer: number): void;
  /** The writers of that file, of a file above it, and of files below it. Spellings that some file system treats alike are one file. */
  around(path: string): Iterable<number>;
  /** The writers of what a command may refer to; some may appear twice. */
  meantBy(paths: CommandPaths): Iterable<number>;
}

/** Indexes each path by everything that could name it, so lookups do not slow down as orders are added. */
export const pathWriters = (): PathWriters => {
  /** The last writer of each file: it depends on the earlier ones. */
  const files = new Map<string, number>();
  const below: Index = new Map();
  /** By the ends of paths, by folders within them, and by folders that run as packages. */
  const byEnd: Index = new Map();
  const byFolder: Index = new Map();
  const byPackage: Index = new Map();
  return {
    add: (path, writer) => {
      const name = spellingFold(normalizePath(path));
      files.set(name, writer);
      for (const folder of foldersAbove(name)) enter(below, folder, writer);
      for (const ending of endings(name)) {
        for (const called of [ending, ending.replace(ENDING, "")]) if (!isGeneral(called)) enter(byEnd, called, writer);
        const folder = PACKAGE.exec(ending)?.[1];
        if (folder !== undefined) enter(byPackage, folder, writer);
        for (const above of foldersAbove(ending)) enter(byFolder, above, writer);
      }
    },
    *around(path) {
      const name = spellingFold(normalizePath(path));
      for (const at of [name, ...foldersAbove(name)]) {
        const writer = files.get(at);
        if (writer !== undefined) yield writer;
      }
      yield* writersIn(below, name);
    },
    *meantBy(paths) {
      for (const place of paths.places) {
        yield* writersIn(byEnd, place);
        yield* writersIn(byFolder, place);
      }
      for (const file of paths.files) {
        yield* writersIn(byEnd, file);
        yield* writersIn(byPackage, file);
      }
      for (const folder of paths.packages) yield* writersIn(byPackage, folder);
    },
  };
};

/** Writers by name, each once, ascending; most names have one. */
type Index = Map<string, number | number[]>;

const ENDING = /(?<=[^/])\.[^./]*$/;
const PACKAGE = /^(.+)\/(?:INDEX|MAIN|MOD|LIB|__INIT__|__MAIN__)\.[^./]*$/;

/** A name that many files share, so it identifies none by itself. */
const isGeneral = (name: string): boolean => /^(?:INDEX|MAIN|MOD|LIB|__INIT__|__MAIN__)$/.test(name);

const enter = (index: Index, key: string, writer: number): void => {
  const writers = index.get(key);
  if (writers === undefined) index.set(key, writer);
  else if (typeof writers === "number") {
    if (writers !== writer) index.set(key, [writers, writer]);
  } else if (writers.at(-1) !== writer) writers.push(writer);
};

/** The last one first, since it often depends on the others. */
const writersIn = (index: Index, key: string): readonly number[] => {
  const writers = index.get(key) ?? [];
  return typeof writers === "number" ? [writers] : writers.toReversed();
};

/** The deepest first. */
const foldersAbove = (path: string): readonly string[] => beginningsOf(path).slice(0, -1).reverse();

/** A command never names the end of a deeper path. */
const MOST_ENDINGS = 32;

/** `a/b/c`, `b/c` and `c`: a command may run in any folder. */
const endings = (path: string): readonly string[] => {
  const found = [path];
  if (path.split("/").length > MOST_ENDINGS) return found;
  for (let at = path.indexOf("/"); at >= 0; at = path.indexOf("/", at + 1)) found.push(path.slice(at + 1));
  return found;
};
