import { lstatSync, mkdirSync, realpathSync, renameSync, utimesSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { sha256Hex } from "@llmch/contract";
import { errnoOf, foldersIn, isLeftByDead, makeDirectory, newOwnedName, removeTree } from "@llmch/files";
import { cacheFolder } from "../cache-folder.ts";
import type { Git } from "../git/git.ts";
import type { Repository } from "../git/repository.ts";
import { isTracked } from "../git/tracked-file.ts";
import type { AdoptedFolder } from "../worktree/worktree.ts";
import { type CopyPlace, copyEntries } from "./folder-copy.ts";
import { ENTRY, type Installation, isFolder, readEntry } from "./setup-entry.ts";

/** Installed dependencies of one repo, kept from run to run: never the user's own, and never inside the repo. */
export interface SetupCache {
  /**
   * What was kept under the key for the commit or one that it descends from, or null. What another branch's scripts have made, such
   * as a pull request's, is not taken, nor what a repo has brought along in its files.
   */
  find(installation: Installation): Promise<readonly AdoptedFolder[] | null>;
  /**
   * Takes folders of a tree away, and keeps them. What another run has kept meanwhile stays as it is. Links that a setup, or
   * the repo, has put there or on the way are passed over: what they lead to is somebody else's.
   */
  keep(installation: Installation, tree: string, paths: readonly string[]): Promise<readonly AdoptedFolder[]>;
}

/**
 * Opens the cache of a repo, in the user's cache folder; another repo's is never taken, for its own scripts may have
 * written it. Where nothing can be written there, or others could, it lies in `fallback`. An entry is made under its owner's name and
 * renamed: a half-made one is never found, and goes with the next run.
 * @param most entries that are kept
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
    keep: async ({ key, commit }, tree, found) => {
      const paths = found.filter((path) => isFolderOf(tree, path));
      const making = join(folder, newOwnedName());
      mkdirSync(making, { mode: 0o700 });
      try {
        const notFrom = [root, commonDir, tree, folder];
        const place = { aside: making, stop: new AbortController().signal, env, notFrom };
        for (const [index, path] of paths.entries()) await take(join(tree, path), join(making, String(index)), place);
        writeFileSync(join(making, ENTRY), JSON.stringify({ key, commit, tree, paths }));
      } catch (fault) {
        // A full disk is no fuller for it.
        removeTree(making);
        throw fault;
      }
      const name = sha256Hex(`${key} ${commit}`);
      const entry = join(folder, name);
      // What is there and of no use, such as one that a cleaner of old files went through, makes room.
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
      if (!isOursAlone(folder)) continue;
      const probe = join(folder, newOwnedName());
      mkdirSync(probe);
      removeTree(probe);
      return folder;
    } catch {
      // The next one may take it.
    }
  }
  throw new Error(`no folder for installed dependencies can be written (tried ${home} and ${fallback})`);
};

/** What others may write there could be anything: the folders of an entry are run as they are. */
const isOursAlone = (folder: string): boolean => {
  const { uid, mode } = lstatSync(folder);
  return uid === process.getuid?.() && (mode & 0o022) === 0;
};

/** True for a folder that stands in the tree itself, whose path is real: no link stands for the tree, nor on the way to it. */
const isFolderOf = (tree: string, path: string): boolean =>
  isFolder(join(tree, path)) && realpathSync(join(tree, path)) === join(tree, path);

/** Moves a folder; between file systems it is copied. */
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

/** True for a commit itself and one of its history: whoever took that into the branch has taken what its scripts do. */
const isWithin = async (earlier: string, commit: string, git: Git): Promise<boolean> =>
  earlier === commit || (await git.read("merge-base", "--is-ancestor", earlier, commit)).ok;

/** The entry that was used last stays longest. */
const markUsed = (folder: string): void => {
  try {
    const now = new Date();
    utimesSync(folder, now, now);
  } catch {
    // Another run has taken it away; who copies it finds that out.
  }
};

/** The names of the entries, whole or not. */
const entriesIn = (folder: string): readonly string[] =>
  foldersIn(folder).filter((name) => /^[0-9a-f]{64}$/.test(name));

const dropOldest = (folder: string, most: number, kept: string): void => {
  const timeOf = (name: string) => lstatSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const others = entriesIn(folder).filter((name) => name !== kept);
  for (const name of others.sort((a, b) => timeOf(b) - timeOf(a)).slice(most - 1)) discard(folder, name);
};

/** Takes an entry away, which another run may do at the same time. */
const discard = (folder: string, name: string): void => {
  const going = join(folder, newOwnedName());
  try {
    // Renamed first: what is half removed is never found.
    renameSync(join(folder, name), going);
  } catch (fault) {
    if (errnoOf(fault) !== "ENOENT") throw fault;
  }
  removeTree(going);
};
