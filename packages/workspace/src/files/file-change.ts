import { lstatSync, mkdirSync, renameSync, rmdirSync, rmSync, unlinkSync } from "node:fs";
import { basename, join } from "node:path";
import type { FileToRemove, FileToWrite } from "@llmch/contract";
import { errnoOf, faultInWords, removeTree, temporaryName, withDirectory, writeNewFile } from "@llmch/files";
import { accepted, type Result, rejected, SHA256_OF_NOTHING } from "@llmch/text";
import { stateOf } from "./file-state.ts";

const NEW_MODE = 0o644;
const EXECUTABLE_MODE = 0o755;

/**
 * Replaces one file (reliability §3.3): opens or makes its parents without following links, writes a new file in the same
 * directory, checks the base once more, and renames. An existing file keeps its mode. A rejection names the path and the
 * step; nothing of llmch's stays behind. Nothing is synced: nobody returns to llmch's tree after the machine went down, and what stands in
 * a checkout is in a commit.
 */
export const writeFileInTree = (root: string, write: FileToWrite): Result<null, string> => {
  let step = "its directory";
  try {
    return withDirectory(root, foldersOf(write.path), { make: true }, (directory) => {
      const target = join(directory.path, basename(write.path));
      const temporary = join(directory.path, temporaryName());
      try {
        step = "writing";
        const standing = lstatSync(target, { throwIfNoEntry: false });
        const kept = standing?.isFile() ? standing.mode & 0o777 : NEW_MODE;
        const { executable } = write;
        const mode = executable === null ? kept : executable ? EXECUTABLE_MODE : NEW_MODE;
        writeNewFile(temporary, write.content, mode, false);
        step = "looking at its base";
        if (!isBase(target, write.baseSha256)) return rejected(notTheBase(write.path));
        step = "renaming";
        renameSync(temporary, target);
      } finally {
        rmSync(temporary, { force: true });
      }
      return accepted(null);
    });
  } catch (fault) {
    return rejected(`${write.path} cannot be written (${step}: ${inWords(fault)})`);
  }
};

/**
 * Removes one file after checking its base once more, and then the folders that it leaves empty, as git does. Follows no link,
 * and removes none.
 */
export const removeFileInTree = (root: string, { path, baseSha256 }: FileToRemove): Result<null, string> => {
  try {
    const folders = foldersOf(path);
    const isGone = withDirectory(root, folders, { make: false }, (directory) => {
      const target = join(directory.path, basename(path));
      const state = stateOf(target);
      if (state.kind !== "file" || state.sha256 !== baseSha256) return false;
      unlinkSync(target);
      return true;
    });
    if (!isGone) return rejected(notTheBase(path));
    removeEmptyFolders(root, folders);
    return accepted(null);
  } catch (fault) {
    return rejected(`${path} cannot be removed (${inWords(fault)})`);
  }
};

/** Removes a file, whatever it holds. Follows no link; what is gone or is no file stays so. */
export const unlinkInTree = (root: string, path: string): void => {
  try {
    withDirectory(root, foldersOf(path), { make: false }, (directory) =>
      unlinkSync(join(directory.path, basename(path))),
    );
  } catch (fault) {
    if (!ABSENT.has(errnoOf(fault) ?? "")) throw fault;
  }
};

const ABSENT: ReadonlySet<string> = new Set(["ENOENT", "ENOTDIR", "ELOOP", "EISDIR"]);

/** Removes what is at a path, and makes folders of whatever else leads there. Follows no link. */
export const makeWay = (root: string, path: string): void => {
  let place = root;
  for (const name of foldersOf(path)) {
    place = join(place, name);
    if (lstatSync(place, { throwIfNoEntry: false })?.isDirectory() === true) continue;
    removeTree(place);
    mkdirSync(place);
  }
  removeTree(join(root, path));
};

/** Removes the folder and its parents, up to one that is not empty or is a link. */
export const removeEmptyFolders = (root: string, folders: readonly string[]): void => {
  for (let depth = folders.length; depth > 0; depth--) {
    try {
      withDirectory(root, folders.slice(0, depth - 1), { make: false }, ({ path }) =>
        rmdirSync(join(path, folders[depth - 1] ?? "")),
      );
    } catch {
      return;
    }
  }
};

/** The names of the folders that lead to a path. */
export const foldersOf = (path: string): readonly string[] => path.split("/").slice(0, -1);

const notTheBase = (path: string): string => `${path} is not what the proposal was made for`;

const isBase = (path: string, baseSha256: string): boolean => {
  const state = stateOf(path);
  if (state.kind === "missing") return baseSha256 === SHA256_OF_NOTHING;
  return state.kind === "file" && state.sha256 === baseSha256;
};

// O_NOFOLLOW with O_DIRECTORY gives ENOTDIR for a link.
const inWords = (fault: unknown): string =>
  errnoOf(fault) === "ENOTDIR" ? "a link or a file is on the way" : faultInWords(fault);
