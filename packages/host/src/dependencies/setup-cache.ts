import { lstatSync, mkdirSync, readFileSync, renameSync, utimesSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import { isJsonObject, type JsonValue, member, sha256Hex } from "@llmch/contract";
import { errnoOf } from "../files/errno.ts";
import { foldersIn } from "../files/names-in.ts";
import { removeTree } from "../files/remove-tree.ts";
import type { Repository } from "../git/repository.ts";
import { isLeftByDead, newOwnedName } from "../worktree/owner.ts";
import type { AdoptedFolder } from "../worktree/worktree.ts";
import { copyEntries } from "./folder-copy.ts";

/** Installed dependencies of one repo, kept from run to run: never the user's own, and never inside the repo. */
export interface SetupCache {
  /** What was kept under a key, or null. */
  find(key: string): readonly AdoptedFolder[] | null;
  /** Takes folders of a tree away, and keeps them. A key that another run has kept meanwhile stays as it is. */
  keep(key: string, tree: string, paths: readonly string[]): Promise<readonly AdoptedFolder[]>;
}

const ENTRY = "entry.json";

/**
 * Opens the cache of a repo, in `$XDG_CACHE_HOME` or `~/.cache`; another repo's is never taken, for its own scripts may have
 * written it. Where nothing can be written there, it lies in `fallback`. An entry is made under its owner's name and
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
    find: (key) => readEntry(join(folder, key)),
    keep: async (key, tree, paths) => {
      const making = join(folder, newOwnedName());
      mkdirSync(making, { mode: 0o700 });
      for (const [index, path] of paths.entries()) await take(join(tree, path), join(making, String(index)), making);
      writeFileSync(join(making, ENTRY), JSON.stringify({ tree, paths }));
      const entry = join(folder, key);
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

/** Moves a folder; between file systems it is copied. */
const take = async (from: string, to: string, aside: string): Promise<void> => {
  try {
    renameSync(from, to);
  } catch (fault) {
    if (errnoOf(fault) !== "EXDEV") throw fault;
    await copyEntries(dirname(from), [from.slice(dirname(from).length + 1)], dirname(to), {
      aside,
      stop: new AbortController().signal,
    });
    renameSync(join(dirname(to), from.slice(dirname(from).length + 1)), to);
    removeTree(from);
  }
};

/** An entry that is used is the newest. */
const readEntry = (folder: string): readonly AdoptedFolder[] | null => {
  try {
    const entry: JsonValue = JSON.parse(readFileSync(join(folder, ENTRY), "utf8"));
    if (!isJsonObject(entry)) return null;
    const [tree, paths] = [member(entry, "tree"), member(entry, "paths")];
    if (typeof tree !== "string" || !Array.isArray(paths)) return null;
    const now = new Date();
    utimesSync(folder, now, now);
    return paths.flatMap((path, index) =>
      typeof path === "string" ? [{ path, from: join(folder, String(index)), origin: tree }] : [],
    );
  } catch {
    return null;
  }
};

const dropOldest = (folder: string, most: number, key: string): void => {
  const timeOf = (name: string) => lstatSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const others = foldersIn(folder).filter((name) => /^[0-9a-f]{64}$/.test(name) && name !== key);
  for (const name of others.sort((a, b) => timeOf(b) - timeOf(a)).slice(most - 1)) {
    // Renamed first: what is half removed is never found.
    const going = join(folder, newOwnedName());
    renameSync(join(folder, name), going);
    removeTree(going);
  }
};
