import { linkSync, lstatSync, readdirSync, renameSync, type Stats, unlinkSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { errnoOf, isFolder, makeDirectory, withDirectory } from "@llmch/files";
import { foldersOf } from "../files/file-change.ts";
import { stateOf } from "../files/file-state.ts";

/** A file of a checkout that was moved aside and has the expected content. */
export interface Replaced {
  readonly path: string;
  readonly aside: string;
  readonly sha256: string;
  /** Its size and mtime at that time. */
  readonly looks: string;
}

/**
 * Moves a file out of its folder, and checks it only then: anything saved to the path from now on blocks the new file, and is not
 * lost. Null if the content is not as expected; then the file is put back.
 * @param target the path, in a folder that is held open
 */
export const takeAside = (target: string, path: string, folder: string, sha256: string): Replaced | null => {
  if (lstatSync(target, { throwIfNoEntry: false })?.isFile() !== true) return null;
  const aside = join(folder, path);
  makeDirectory(dirname(aside));
  renameSync(target, aside);
  let isRight = false;
  try {
    isRight = hasBytes(aside, sha256);
    return isRight ? { path, aside, sha256, looks: looksOf(lstatSync(aside)) } : null;
  } finally {
    if (!isRight) moveTo(aside, target);
  }
};

/** Moves a file to a free path; false, with both files unchanged, if the path is taken. */
export const moveTo = (from: string, to: string): boolean => {
  try {
    linkSync(from, to);
  } catch (fault) {
    if (errnoOf(fault) === "EEXIST") return false;
    // Not every file system has hard links, and not every file can have two names.
    if (lstatSync(to, { throwIfNoEntry: false }) !== undefined) return false;
    renameSync(from, to);
    return true;
  }
  unlinkSync(from);
  return true;
};

const hasBytes = (path: string, sha256: string): boolean => {
  const state = stateOf(path);
  return state.kind === "file" && state.sha256 === sha256;
};

const looksOf = ({ size, mtimeMs }: Stats): string => `${size} ${mtimeMs}`;

/**
 * Puts back files that were written to after they were moved aside: an editor that had opened one saves to the old inode. Gives
 * the paths. Replaces what is there only if llmch put it there.
 * @param inodes of what llmch put there, by path
 */
export const putBackChanged = (
  root: string,
  replaced: readonly Replaced[],
  inodes: ReadonlyMap<string, number>,
): readonly string[] =>
  replaced.flatMap(({ path, aside, sha256, looks }) => {
    if (looksOf(lstatSync(aside)) === looks || hasBytes(aside, sha256)) return [];
    withDirectory(root, foldersOf(path), { make: true }, (directory) => {
      const target = join(directory.path, basename(path));
      const standing = lstatSync(target, { throwIfNoEntry: false });
      if (standing === undefined) moveTo(aside, target);
      else if (standing.ino === inodes.get(path)) renameSync(aside, target);
    });
    return [path];
  });

/** Puts back what a killed run had moved aside, unless something is in its place. */
export const putBackAll = (root: string, folder: string): void => {
  for (const path of asideIn(folder)) {
    withDirectory(root, foldersOf(path), { make: true }, (directory) => {
      moveTo(join(folder, path), join(directory.path, basename(path)));
    });
  }
};

/** The paths of the files kept aside in a folder. */
export const asideIn = (folder: string): readonly string[] =>
  isFolder(folder)
    ? readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
        (path) => !lstatSync(join(folder, path)).isDirectory(),
      )
    : [];
