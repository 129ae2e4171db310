import { readdir, stat } from "node:fs/promises";
import { join, relative } from "node:path";
import { accepted, byCodePoint, type Environment, type Refusal, type Result, refusal, rejected } from "@llmch/contract";
import { decodeUtf8, faultInWords, realLocation } from "@llmch/files";
import type { DoneOrder } from "./history.ts";
import { openRepository } from "./open-repository.ts";

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
      const name = decodeUtf8(entry.name);
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
  /** The commit that tracks them; null if none does. */
  readonly commit: string | null;
  /** The id of each regular file's blob, without links; empty if no commit tracks the files. */
  readonly blobs: ReadonlyMap<string, string>;
  /** The orders that the history of the commit shows done. */
  doneOrders(): Promise<readonly DoneOrder[]>;
}

/**
 * The files that a plan starts from (contract §3): those tracked at HEAD, or none if there is no commit; all files of a folder
 * that is not a git repo, or that the repo around it does not track.
 */
export const repoListing = async (directory: string, env: Environment): Promise<Result<RepoListing, Refusal>> => {
  const opened = await openRepository(directory, env);
  if (!opened.ok) return untracked(directory);
  const repo = opened.value;
  const { commit } = await repo.head();
  const tracked = commit === null ? [] : await repo.trackedFiles(commit);
  const below = relative(repo.root, realLocation(directory));
  const isTracked = below === "" || tracked.some((path) => path.startsWith(`${below}/`));
  if (!isTracked) return untracked(directory);
  if (commit === null) return accepted(uncommitted(tracked));
  const blobs = await repo.blobs(commit);
  return accepted({ files: tracked, commit, blobs, doneOrders: () => repo.doneOrders(commit) });
};

const untracked = async (directory: string): Promise<Result<RepoListing, Refusal>> => {
  const files = await listFolder(directory);
  return files.ok ? accepted(uncommitted(files.value)) : files;
};

const uncommitted = (files: readonly string[]): RepoListing => ({
  ...{ files, commit: null, blobs: new Map() },
  doneOrders: async () => [],
});
