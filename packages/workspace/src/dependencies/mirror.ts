import {
  type Dirent,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  symlinkSync,
} from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { isInside, makeDirectory, removeTree } from "@llmch/files";
import { TOOL_CACHES } from "./folder-copy.ts";

/** A dependency folder of the user's, mirrored in llmch's tree. */
export interface Mirror {
  /** POSIX path from the root, the same in both trees. */
  readonly path: string;
  /** Mirrors again if something was added, removed, replaced or shut since, for example by a test runner's cache. */
  restore(): void;
}

/**
 * Mirrors a dependency folder: a real directory (a pattern such as `node_modules/` does not match a link) whose entries are
 * links. A link into the user's checkout leads to the same place in llmch's tree, so that a workspace's packages are those of the
 * tree; everything else leads to the user's own entry (contract §6).
 */
export const mirrorFolder = (checkout: string, tree: string, path: string): Mirror => {
  let made: ReadonlyMap<string, bigint | null> = new Map();
  const make = () => {
    const folders: string[] = [];
    if (!existsSync(join(checkout, path))) return;
    makeDirectory(dirname(join(tree, path)));
    copyEntries(realpathSync(join(checkout, path)), join(tree, path), { checkout, tree, folders });
    made = timesOf(folders);
  };
  make();
  return {
    path,
    restore: () => {
      if (isUntouched(made)) return;
      removeTree(join(tree, path));
      make();
    },
  };
};

interface Copying {
  readonly checkout: string;
  readonly tree: string;
  /** Collects the real directories that were made. */
  readonly folders: string[];
}

const copyEntries = (from: string, to: string, copying: Copying): void => {
  mkdirSync(to);
  copying.folders.push(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (TOOL_CACHES.has(entry.name)) continue;
    const source = join(from, entry.name);
    const target = join(to, entry.name);
    if (holdsLinks(entry, from)) copyEntries(source, target, copying);
    else symlinkSync(entry.isSymbolicLink() ? linkTo(source, copying) : source, target);
  }
};

/** Scopes and `.bin` contain links themselves. */
const holdsLinks = (entry: Dirent, folder: string): boolean =>
  entry.isDirectory() && basename(folder) === "node_modules" && (entry.name.startsWith("@") || entry.name === ".bin");

const linkTo = (source: string, { checkout, tree }: Copying): string => {
  const target = resolve(dirname(source), readlinkSync(source));
  return isInside(checkout, target) ? join(tree, relative(checkout, target)) : target;
};

const timesOf = (folders: readonly string[]): ReadonlyMap<string, bigint | null> =>
  new Map(folders.map((folder) => [folder, timeOf(folder)]));

const isUntouched = (made: ReadonlyMap<string, bigint | null>): boolean =>
  [...made].every(([folder, time]) => timeOf(folder) === time);

/** When the folder's entries or its mode changed last; null if it is gone, or hidden by the folder around it. */
const timeOf = (folder: string): bigint | null => {
  try {
    return lstatSync(folder, { bigint: true }).ctimeNs;
  } catch {
    return null;
  }
};
