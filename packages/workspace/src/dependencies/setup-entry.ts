import { lstatSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { repoPath } from "@llmch/contract";
import { keptText } from "@llmch/files";
import { GIT_ID, isJsonObject, type JsonValue, member } from "@llmch/text";

/** A dependency folder that was made in a tree of llmch's, which its files name, and is kept elsewhere. */
export interface AdoptedFolder {
  /** POSIX path from the root. */
  readonly path: string;
  /** Its real, absolute path. */
  readonly from: string;
  readonly origin: string;
}

/** What was installed, and from whose files. */
export interface Installation {
  /** The same for the same commands, folders and lockfiles. */
  readonly key: string;
  /** The commit whose files the commands could read and run. */
  readonly commit: string;
}

/** A kept installation and its folders. */
export interface Entry extends Installation {
  readonly folders: readonly AdoptedFolder[];
}

/** The file that describes an entry. */
export const ENTRY = "entry.json";

/** Reads an entry of the cache; null if anything is missing, or if it names a path that no setup keeps. */
export const readEntry = (folder: string): Entry | null => {
  try {
    const entry: JsonValue = JSON.parse(keptText(join(folder, ENTRY), "none") ?? "");
    if (!isJsonObject(entry)) return null;
    const [key, commit] = [member(entry, "key"), member(entry, "commit")];
    if (typeof key !== "string" || typeof commit !== "string" || !GIT_ID.test(commit)) return null;
    const [tree, paths] = [member(entry, "tree"), member(entry, "paths")];
    if (typeof tree !== "string" || !isAbsolute(tree) || !Array.isArray(paths)) return null;
    const folders: AdoptedFolder[] = [];
    for (const [index, path] of paths.entries()) {
      const from = join(folder, String(index));
      if (typeof path !== "string" || repoPath(path) !== path || !isFolder(from)) return null;
      folders.push({ path, from, origin: tree });
    }
    return { key, commit, folders };
  } catch {
    return null;
  }
};

/** A folder, not a link to one. */
export const isFolder = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
