import { readdir, stat } from "node:fs/promises";
import { join, relative } from "node:path";
import { looksLikeSecretFile } from "@llmch/contract";
import { faultInWords, isInside, readTextFile, realLocation } from "@llmch/files";
import {
  accepted,
  byCodePoint,
  type Environment,
  type Refusal,
  type Result,
  refusal,
  rejected,
  utf8Text,
} from "@llmch/text";
import { textsAtCommits } from "./blobs.ts";
import { ignoredAmong, ignoredAt } from "./ignored.ts";
import { openRepository } from "./open-repository.ts";
import type { Repository } from "./repository.ts";
import type { DoneOrder } from "./trailers.ts";

/** Folders that are not part of a project's own files (contract §3). */
const LEFT_OUT = new Set([
  ".git",
  "node_modules",
  ".venv",
  "venv",
  "__pycache__",
  ".pytest_cache",
  ".mypy_cache",
  ".tox",
  ".eggs",
]);

/** All files of a folder that is not a git repo: POSIX paths from it, sorted by code point. Does not follow links into folders. */
export const listFolder = async (directory: string): Promise<Result<string[], Refusal>> => {
  const files: string[] = [];
  const visit = async (folder: string, prefix: string): Promise<void> => {
    for (const entry of await readdir(folder, { withFileTypes: true, encoding: "buffer" })) {
      const name = utf8Text(entry.name);
      if (name === null || name === ".git" || (LEFT_OUT.has(name) && entry.isDirectory())) continue;
      const path = join(folder, name);
      if (entry.isDirectory()) await visit(path, `${prefix}${name}/`);
      else if (entry.isFile() || (entry.isSymbolicLink() && (await leadsToFile(path)))) files.push(`${prefix}${name}`);
    }
  };
  try {
    await visit(directory, "");
  } catch (fault) {
    const message = `${directory} cannot be listed (${faultInWords(fault)})`;
    return rejected(refusal("unreadable-input", message, "give the directory of a repo"));
  }
  return accepted(files.sort(byCodePoint));
};

const leadsToFile = async (path: string): Promise<boolean> => {
  try {
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
};

/** The files that a plan starts from. */
export interface RepoListing {
  readonly files: readonly string[];
  /** The commit that tracks them, and its repo; null if none does. */
  readonly commit: string | null;
  readonly repo: Repository | null;
  /** The id of each regular file's blob, without links; empty if no commit tracks the files. */
  readonly blobs: ReadonlyMap<string, string>;
  /** Those of some paths that git ignores and does not track. */
  ignoredAmong(paths: readonly string[]): Promise<ReadonlySet<string>>;
  /** The orders that the history of the commit shows done. */
  doneOrders(): Promise<readonly DoneOrder[]>;
}

/**
 * The files that a plan starts from (contract §3): those tracked at HEAD, or none if there is no commit; all files of a folder
 * that is not a git repo, or that the repo around it does not track.
 * @param at another commit, whose files and ignore rules count; null for HEAD
 */
export const repoListing = async (
  directory: string,
  env: Environment,
  at: string | null = null,
): Promise<Result<RepoListing, Refusal>> => {
  const opened = await openRepository(directory, env);
  if (!opened.ok) return at === null ? untracked(directory) : opened;
  const repo = opened.value;
  if (at !== null && (await repo.resolveCommit(at)) === null) {
    const message = `${repo.root} does not hold ${at}, the commit to plan on`;
    return rejected(refusal("unreadable-input", message, "bring back the branch that held it"));
  }
  const commit = at ?? (await repo.head()).commit;
  const tracked = commit === null ? [] : await repo.trackedFiles(commit);
  const below = relative(repo.root, realLocation(directory));
  const isTracked = below === "" || tracked.some((path) => path.startsWith(`${below}/`));
  if (!isTracked) return untracked(directory);
  const among = (paths: readonly string[]) =>
    at === null ? ignoredAmong(repo.git, paths) : ignoredAt(repo, at, paths);
  if (commit === null) return accepted({ ...uncommitted(tracked), ignoredAmong: among });
  const blobs = await repo.blobs(commit);
  const doneOrders = () => repo.doneOrders(commit);
  return accepted({ files: tracked, commit, repo, blobs, ignoredAmong: among, doneOrders });
};

const untracked = async (directory: string): Promise<Result<RepoListing, Refusal>> => {
  const files = await listFolder(directory);
  return files.ok ? accepted(uncommitted(files.value)) : files;
};

const uncommitted = (files: readonly string[]): RepoListing => ({
  ...{ files, commit: null, repo: null, blobs: new Map() },
  ignoredAmong: async () => new Set(),
  doneOrders: async () => [],
});

/**
 * The texts of some files of a listing (see `repoListing`): as HEAD has them in a git repo, else as they are on disk. Does not
 * follow a link that leads out of the directory, because its target is not part of the repo, nor one that leads to what looks
 * like a secret. Leaves out unreadable files.
 * @param at another commit than HEAD: then nothing is read from disk
 * @param known the repo, if it is open already
 */
export const readRepoTexts = async (
  directory: string,
  paths: readonly string[],
  env: Environment,
  { at = null, known = null }: { readonly at?: string | null; readonly known?: Repository | null } = {},
): Promise<Readonly<Record<string, string>>> => {
  const repo = known === null ? await openRepository(directory, env) : accepted(known);
  const commit = at ?? (repo.ok ? (await repo.value.head()).commit : null);
  const asked = commit === null ? [] : paths.map((path) => ({ commit, path }));
  const tracked = repo.ok ? await textsAtCommits(repo.value.git, asked) : new Map<string, string>();
  const standing = async (path: string): Promise<string | null> => {
    const place = realLocation(join(directory, path));
    if (!isInside(realLocation(directory), place) || looksLikeSecretFile(place)) return null;
    const text = await readTextFile(place, { links: "none" });
    return text.ok ? text.value : null;
  };
  const texts: Record<string, string> = {};
  for (const path of paths) {
    const text = tracked.get(`${commit}:${path}`) ?? (at === null ? await standing(path) : null);
    if (text !== null) texts[path] = text;
  }
  return texts;
};
