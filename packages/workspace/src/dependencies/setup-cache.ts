import { lstatSync, mkdirSync, realpathSync, renameSync, utimesSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { errnoOf, foldersIn, isLeftByDead, makeDirectory, newOwnedName, removeTree } from "@llmch/files";
import { SHA256_HEX, sha256Hex } from "@llmch/text";
import { isTracked } from "../git/blobs.ts";
import type { Git } from "../git/git.ts";
import type { Repository } from "../git/repository.ts";
import { cacheFolder, isOursAlone } from "../places/cache-folder.ts";
import { type CopyPlace, copyEntries } from "./folder-copy.ts";
import { type AdoptedFolder, ENTRY, type Installation, isFolder, readEntry } from "./setup-entry.ts";

/** A repo's installed dependencies, kept from run to run: never the user's own, and never inside the repo. */
export interface SetupCache {
  /**
   * What was kept under the key for the commit or one of its ancestors, or null. Skips what another branch's scripts made, such
   * as a pull request's, and what a repo has brought along in its files.
   */
  find(installation: Installation): Promise<readonly AdoptedFolder[] | null>;
  /**
   * Moves folders out of a tree, and keeps them. What another run has kept meanwhile stays as it is. Skips links that a setup or
   * the repo has put there or on the way: their targets belong to somebody else.
   */
  keep(
    installation: Installation,
    tree: string,
    paths: readonly string[],
    seat?: string,
  ): Promise<readonly AdoptedFolder[]>;
}

/**
 * Opens the cache of a repo, in the user's cache folder; never uses another repo's, which that repo's scripts may have written.
 * If that folder is not writable, or others can write to it, the cache is in `fallback`. An entry is made under its owner's name
 * and then renamed: a half-made one is never found, and the next run removes it.
 * @param most how many entries to keep
 */
export const openSetupCache = (
  { root, commonDir, env, git }: Pick<Repository, "root" | "commonDir" | "env" | "git">,
  { most, fallback }: { readonly most: number; readonly fallback: string },
): SetupCache => {
  const folder = writableFolder(cacheFolder(env), join("setup", sha256Hex(commonDir).slice(0, 16)), fallback);
  for (const name of foldersIn(folder).filter(isLeftByDead)) removeTree(join(folder, name));
  return {
    find: async ({ key, commit }) => {
      for (const name of entriesIn(folder)) {
        const entry = join(folder, name);
        const found = readEntry(entry);
        if (found?.key !== key || !(await isWithin(found.commit, commit, git))) continue;
        if (await isTracked(join(entry, ENTRY), env)) continue;
        markUsed(entry);
        return found.folders;
      }
      return null;
    },
    keep: async ({ key, commit }, tree, found, seat = tree) => {
      const paths = found.filter((path) => isFolderOf(tree, path));
      const making = join(folder, newOwnedName());
      mkdirSync(making, { mode: 0o700 });
      try {
        const notFrom = [root, commonDir, tree, folder];
        const place = { aside: making, stop: new AbortController().signal, env, notFrom };
        for (const [index, path] of paths.entries()) await take(join(tree, path), join(making, String(index)), place);
        writeFileSync(join(making, ENTRY), JSON.stringify({ key, commit, tree: seat, paths }));
      } catch (fault) {
        // If the disk is full, free the space again.
        removeTree(making);
        throw fault;
      }
      const name = sha256Hex(`${key} ${commit}`);
      const entry = join(folder, name);
      // An unusable entry, such as one that a cleaner of old files went through, makes room.
      if (readEntry(entry) === null) discard(folder, name);
      try {
        renameSync(making, entry);
      } catch (fault) {
        if (!["ENOTEMPTY", "EEXIST"].includes(errnoOf(fault) ?? "")) throw fault;
        removeTree(making);
      }
      const kept = readEntry(entry);
      if (kept === null) throw new Error(`what was installed cannot be found again in ${entry}`);
      markUsed(entry);
      dropOldest(folder, Math.max(1, most), name);
      return kept.folders;
    },
  };
};

const writableFolder = (home: string | null, repo: string, fallback: string): string => {
  for (const folder of [home === null ? [] : join(home, repo), join(fallback, "setup")].flat()) {
    try {
      makeDirectory(folder, 0o700);
      // An entry's folders are run as they are.
      if (!isOursAlone(folder)) continue;
      const probe = join(folder, newOwnedName());
      mkdirSync(probe);
      removeTree(probe);
      return folder;
    } catch {
      // Try the next one.
    }
  }
  throw new Error(`no folder for installed dependencies can be written (tried ${home} and ${fallback})`);
};

/** True for a real folder in the tree: neither the tree's path nor the path below it contains a link. */
const isFolderOf = (tree: string, path: string): boolean =>
  isFolder(join(tree, path)) && realpathSync(join(tree, path)) === join(tree, path);

/** Moves a folder; copies it if the file systems differ. */
const take = async (from: string, to: string, place: CopyPlace): Promise<void> => {
  try {
    renameSync(from, to);
  } catch (fault) {
    if (errnoOf(fault) !== "EXDEV") throw fault;
    await copyEntries(dirname(from), [basename(from)], dirname(to), place);
    renameSync(join(dirname(to), basename(from)), to);
    removeTree(from);
  }
};

/** True for a commit and its ancestors: whoever merged those into the branch accepted what their scripts do. */
const isWithin = async (earlier: string, commit: string, git: Git): Promise<boolean> =>
  earlier === commit || (await git.read("merge-base", "--is-ancestor", earlier, commit)).ok;

/** The most recently used entry stays longest. */
const markUsed = (folder: string): void => {
  try {
    const now = new Date();
    utimesSync(folder, now, now);
  } catch {
    // Another run has removed it; the copy will fail then.
  }
};

/** The names of the entries, complete or not. */
const entriesIn = (folder: string): readonly string[] => foldersIn(folder).filter((name) => SHA256_HEX.test(name));

const dropOldest = (folder: string, most: number, kept: string): void => {
  const timeOf = (name: string) => lstatSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const others = entriesIn(folder).filter((name) => name !== kept);
  for (const name of others.sort((a, b) => timeOf(b) - timeOf(a)).slice(most - 1)) discard(folder, name);
};

/** Removes an entry; another run may do so at the same time. */
const discard = (folder: string, name: string): void => {
  const going = join(folder, newOwnedName());
  try {
    // Rename first: a half-removed entry is never found.
    renameSync(join(folder, name), going);
  } catch (fault) {
    if (errnoOf(fault) !== "ENOENT") throw fault;
  }
  removeTree(going);
};
