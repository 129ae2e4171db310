import { lstatSync, type Stats } from "node:fs";
import { basename, join } from "node:path";
import { setFolderMode, withDirectory } from "@llmch/files";
import { foldersOf } from "./file-change.ts";

/** The mode that a folder should have, given the one that it has. */
export type WantedMode = (mode: number) => number;

/** What its owner can list, enter and change: the least that a folder needs if llmch does not know how it was made. */
export const openToOwner: WantedMode = (mode) => mode | 0o700;

/** A folder's mode, which the umask, the file system and the folder around it have determined. */
export const modeOf = (standing: Pick<Stats, "mode">): number => standing.mode & 0o7777;

/**
 * Restores the mode of a folder in a tree that commands work in. Follows no link on the way; what is no folder stays as it is. Throws if
 * it cannot.
 * @param path from the root; empty for the root itself
 * @param standing what is at the path
 */
export const restoreMode = (root: string, path: string, standing: Stats | undefined, wanted: WantedMode): void => {
  if (standing?.isDirectory() !== true) return;
  const mode = wanted(modeOf(standing));
  if (mode === modeOf(standing)) return;
  if (path === "") setFolderMode(root, mode);
  else
    withDirectory(root, foldersOf(path), { make: false }, (at) => setFolderMode(join(at.path, basename(path)), mode));
};

/**
 * The same for many folders that are looked up by their names, which is faster than reading the tree.
 * @param folders each after the one around it
 */
export const restoreModes = async (root: string, folders: Iterable<string>, wanted: WantedMode): Promise<void> => {
  const gone = new Set<string>();
  for (const path of folders) {
    const standing = isIn(gone, path) ? undefined : lstatSync(`${root}/${path}`, { throwIfNoEntry: false });
    if (standing?.isDirectory() === true) restoreMode(root, path, standing, wanted);
    else gone.add(path);
  }
};

const isIn = (gone: ReadonlySet<string>, path: string): boolean =>
  gone.size > 0 && gone.has(path.slice(0, Math.max(0, path.lastIndexOf("/"))));
