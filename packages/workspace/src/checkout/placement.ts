import { accessSync, constants, existsSync, readdirSync, renameSync, statSync, unlinkSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { accepted, type Result, rejected } from "@llmch/contract";
import { faultInWords, syncPath, withDirectory } from "@llmch/files";
import { foldersOf, removeEmptyFolders } from "../worktree/file-change.ts";
import { type FileState, inspectFile, stateOf } from "../worktree/file-state.ts";

/** A staged file that is to take its place in a checkout, or a file that is to go from there. */
export type Placement =
  | {
      readonly kind: "put";
      readonly path: string;
      /** Where it lies; null where what stands there is the same already. */
      readonly source: string | null;
      /** The hash of what it replaces; null where there must be nothing. */
      readonly replaced: string | null;
    }
  | { readonly kind: "take"; readonly path: string; readonly replaced: string };

/**
 * Looks whether a staged file may take its place: nothing stands there, or what is not the user's. Rejected otherwise, where
 * the way is blocked, or where a rename would fail.
 * @param going files that are taken away before: one may stand where a folder is needed, or in a folder at the path
 */
export const planPlacement = (
  root: string,
  path: string,
  source: string,
  isUsers: (found: "file" | "missing") => boolean,
  going: readonly string[] = [],
): Result<Placement, string> => {
  const staged = stateOf(source);
  const standing = inspectFile(root, path, new Set());
  const present = standing.kind === "obstructed" ? onceGone(root, path, going, standing) : standing;
  if (staged.kind !== "file") return rejected(`${path} is no regular file`);
  if (present.kind === "blocked" || present.kind === "obstructed") return rejected(present.why);
  if (present.kind === "file" && present.sha256 === staged.sha256)
    return accepted({ kind: "put", path, source: null, replaced: null });
  if (isUsers(present.kind)) return rejected(`${path} is not as git has it`);
  const folder = nearestFolder(root, path);
  if (statSync(folder).dev !== statSync(source).dev) return rejected(`${path} lies on another file system`);
  const obstacle = obstacleIn(folder);
  if (obstacle !== null) return rejected(`${path} cannot be written (${obstacle})`);
  return accepted({ kind: "put", path, source, replaced: present.kind === "file" ? present.sha256 : null });
};

/**
 * What stands at an obstructed path once files have gone. Who makes a file of a folder must not find anything else in it: an
 * ignored file is the user's.
 */
const onceGone = (root: string, path: string, going: readonly string[], standing: FileState): FileState => {
  if (going.some((other) => path.startsWith(`${other}/`))) return { kind: "missing" };
  if (!going.some((other) => other.startsWith(`${path}/`))) return standing;
  const staying = firstBeside(root, path, new Set(going.flatMap((other) => [other, ...waysTo(other)])));
  return staying === null ? { kind: "missing" } : { kind: "obstructed", why: `${staying} is in the way` };
};

/** The first entry below a folder that is none of these. */
const firstBeside = (root: string, folder: string, paths: ReadonlySet<string>): string | null => {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    const beside = paths.has(path) ? (entry.isDirectory() ? firstBeside(root, path, paths) : null) : path;
    if (beside !== null) return beside;
  }
  return null;
};

/** The folders that lead to a path, as paths. */
const waysTo = (path: string): readonly string[] =>
  foldersOf(path).map((_, index, folders) => folders.slice(0, index + 1).join("/"));

/**
 * Looks whether a file may go: what stands there is what git has, so that nothing of the user's is lost. Null where
 * nothing is left to do; rejected where it is the user's, or cannot be removed.
 * @param isGits tells whether the regular file at the path is the one of the commit that it goes from
 */
export const planRemoval = async (
  root: string,
  path: string,
  isGits: () => Promise<boolean>,
): Promise<Result<Placement | null, string>> => {
  const present = inspectFile(root, path, new Set());
  if (present.kind === "obstructed") return accepted(null);
  if (present.kind === "missing") {
    // Who was killed has perhaps left the folders, empty, where a file is to stand.
    return accepted(existsSync(join(root, dirname(path))) ? { kind: "take", path, replaced: "" } : null);
  }
  if (present.kind === "blocked") return rejected(present.why);
  if (!(await isGits())) return rejected(`${path} is not as git has it`);
  const obstacle = obstacleIn(nearestFolder(root, path));
  if (obstacle !== null) return rejected(`${path} cannot be removed (${obstacle})`);
  return accepted({ kind: "take", path, replaced: present.sha256 });
};

/**
 * Puts a staged file in its place, by one rename, or takes a file away with the folders that it leaves empty; no link is
 * followed. Null, or why that place stays as it is: the user was faster, or the machine failed.
 */
export const place = (root: string, placement: Placement): string | null => {
  const { kind, path, replaced } = placement;
  if (kind === "put" && placement.source === null) return null;
  const folders = foldersOf(path);
  try {
    const left = withDirectory(root, folders, { make: kind === "put" }, (directory) => {
      const target = join(directory.path, basename(path));
      const state = stateOf(target);
      if (kind === "take" && state.kind === "missing") return null;
      const isSame = state.kind === "file" ? state.sha256 === replaced : state.kind === "missing" && replaced === null;
      if (!isSame) return "it was changed meanwhile";
      if (kind === "take") unlinkSync(target);
      else if (placement.source !== null) renameSync(placement.source, target);
      syncPath(directory.path);
      return null;
    });
    if (kind === "take" && left === null) removeEmptyFolders(root, folders);
    return left;
  } catch (fault) {
    return faultInWords(fault);
  }
};

/** Why nothing can be made or removed in a folder, or null. */
const obstacleIn = (folder: string): string | null => {
  try {
    accessSync(folder, constants.W_OK);
    return null;
  } catch (fault) {
    return faultInWords(fault);
  }
};

const nearestFolder = (root: string, path: string): string => {
  const folder = join(root, dirname(path));
  return existsSync(folder) || dirname(path) === "." ? folder : nearestFolder(root, dirname(path));
};
