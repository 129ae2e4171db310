import { lstatSync, mkdirSync, readFileSync, realpathSync, renameSync, utimesSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, isAbsolute, join } from "node:path";
import { isJsonObject, type JsonValue, member, repoPath, sha256Hex } from "@llmch/contract";
import { errnoOf, foldersIn, isLeftByDead, newOwnedName, removeTree } from "@llmch/files";
import type { Repository } from "../git/repository.ts";
import { isTracked } from "../git/tracked-file.ts";
import type { AdoptedFolder } from "../worktree/worktree.ts";
import { type CopyPlace, copyEntries } from "./folder-copy.ts";

/** Installed dependencies of one repo, kept from run to run: never the user's own, and never inside the repo. */
export interface SetupCache {
  /** What was kept under a key, or null; what a repo has brought along in its files is not taken. */
  find(key: string): Promise<readonly AdoptedFolder[] | null>;
  /**
   * Takes folders of a tree away, and keeps them. A key that another run has kept meanwhile stays as it is. Links that a setup, or
   * the repo, has put there or on the way are passed over: what they lead to is somebody else's.
   */
  keep(key: string, tree: string, paths: readonly string[]): Promise<readonly AdoptedFolder[]>;
}

const ENTRY = "entry.json";

/**
 * Opens the cache of a repo, in `$XDG_CACHE_HOME` or `~/.cache`; another repo's is never taken, for its own scripts may have
 * written it. Where nothing can be written there, or others could, it lies in `fallback`. An entry is made under its owner's name and
 * renamed: a half-made one is never found, and goes with the next run.
 * @param most entries that are kept
 */
export const openSetupCache = (
  { commonDir, env }: Pick<Repository, "commonDir" | "env">,
  { most, fallback }: { readonly most: number; readonly fallback: string },
): SetupCache => {
  const folder = writableFolder(cacheHome(env), sha256Hex(commonDir).slice(0, 16), fallback);
  for (const name of foldersIn(folder).filter(isLeftByDead)) removeTree(join(folder, name));
  return {
    find: async (key) => {
      const entry = join(folder, key);
      const found = readEntry(entry);
      return found === null || (await isTracked(join(entry, ENTRY), env)) ? null : found;
    },
    keep: async (key, tree, found) => {
      const paths = found.filter((path) => isFolderOf(tree, path));
      const making = join(folder, newOwnedName());
      mkdirSync(making, { mode: 0o700 });
      try {
        const place = { aside: making, stop: new AbortController().signal, env };
        for (const [index, path] of paths.entries()) await take(join(tree, path), join(making, String(index)), place);
        writeFileSync(join(making, ENTRY), JSON.stringify({ tree, paths }));
      } catch (fault) {
        // A full disk is no fuller for it.
        removeTree(making);
        throw fault;
      }
      const entry = join(folder, key);
      // What is there and of no use, such as one that a cleaner of old files went through, makes room.
      if (readEntry(entry) === null) discard(folder, key);
      try {
        renameSync(making, entry);
      } catch (fault) {
        if (!["ENOTEMPTY", "EEXIST"].includes(errnoOf(fault) ?? "")) throw fault;
        removeTree(making);
      }
      dropOldest(folder, Math.max(1, most), key);
      const kept = readEntry(entry);
      if (kept === null) throw new Error(`what was installed cannot be found again in ${entry}`);
      return kept;
    },
  };
};

const cacheHome = (env: Repository["env"]): string => {
  const told = env.XDG_CACHE_HOME ?? "";
  return join(isAbsolute(told) ? told : join(env.HOME ?? homedir(), ".cache"), "llmch", "setup");
};

const writableFolder = (home: string, repo: string, fallback: string): string => {
  for (const folder of [join(home, repo), join(fallback, "setup")]) {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
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

/** True for a folder that stands in the tree itself, no link on the way to it. */
const isFolderOf = (tree: string, path: string): boolean =>
  isFolder(join(tree, path)) && realpathSync(join(tree, path)) === join(realpathSync(tree), path);

const isFolder = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

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

/** An entry that is used is the newest. One of which anything is missing, or that names what no setup keeps, is none. */
const readEntry = (folder: string): readonly AdoptedFolder[] | null => {
  try {
    const entry: JsonValue = JSON.parse(readFileSync(join(folder, ENTRY), "utf8"));
    if (!isJsonObject(entry)) return null;
    const [tree, paths] = [member(entry, "tree"), member(entry, "paths")];
    if (typeof tree !== "string" || !isAbsolute(tree) || !Array.isArray(paths)) return null;
    const kept: AdoptedFolder[] = [];
    for (const [index, path] of paths.entries()) {
      const from = join(folder, String(index));
      if (typeof path !== "string" || repoPath(path) !== path || !isFolder(from)) return null;
      kept.push({ path, from, origin: tree });
    }
    const now = new Date();
    utimesSync(folder, now, now);
    return kept;
  } catch {
    return null;
  }
};

const dropOldest = (folder: string, most: number, key: string): void => {
  const timeOf = (name: string) => lstatSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const others = foldersIn(folder).filter((name) => /^[0-9a-f]{64}$/.test(name) && name !== key);
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
