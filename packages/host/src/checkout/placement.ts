import { accessSync, constants, existsSync, renameSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { accepted, rejected, type Verdict } from "@llmch/contract";
import { withDirectory } from "../files/anchored-directory.ts";
import { faultInWords } from "../files/errno.ts";
import { syncPath } from "../files/sync.ts";
import { inspectFile, stateOf } from "../worktree/file-state.ts";

/** A staged file that is to take its place in a checkout. */
export interface Placement {
  readonly path: string;
  /** Where it lies; null where what stands there is the same already. */
  readonly source: string | null;
  /** The hash of what it replaces; null where there must be nothing. */
  readonly replaced: string | null;
}

/**
 * Looks whether a staged file may take its place: nothing stands there, or what is not the user's. Rejected otherwise, where
 * the way is blocked, or where a rename would fail.
 */
export const planPlacement = (
  root: string,
  path: string,
  source: string,
  isUsers: (found: "file" | "missing") => boolean,
): Verdict<Placement, string> => {
  const staged = stateOf(source);
  const present = inspectFile(root, path, new Set());
  if (staged.kind !== "file") return rejected(`${path} is no regular file`);
  if (present.kind === "blocked" || present.kind === "obstructed") return rejected(present.why);
  if (present.kind === "file" && present.sha256 === staged.sha256)
    return accepted({ path, source: null, replaced: null });
  if (isUsers(present.kind)) return rejected(`${path} is not as git has it`);
  const folder = nearestFolder(root, path);
  if (statSync(folder).dev !== statSync(source).dev) return rejected(`${path} lies on another file system`);
  try {
    accessSync(folder, constants.W_OK);
  } catch (fault) {
    return rejected(`${path} cannot be written (${faultInWords(fault)})`);
  }
  return accepted({ path, source, replaced: present.kind === "file" ? present.sha256 : null });
};

/**
 * Puts a staged file in its place, by one rename, following no link. Null, or why that place stays as it is: the user was
 * faster, or the machine failed.
 */
export const place = (root: string, { path, source, replaced }: Placement): string | null => {
  if (source === null) return null;
  const folder = dirname(path);
  try {
    return withDirectory(root, folder === "." ? [] : folder.split("/"), { make: true }, (directory) => {
      const target = join(directory.path, basename(path));
      const state = stateOf(target);
      const isSame = state.kind === "file" ? state.sha256 === replaced : state.kind === "missing" && replaced === null;
      if (!isSame) return "it was changed meanwhile";
      renameSync(source, target);
      syncPath(directory.path);
      return null;
    });
  } catch (fault) {
    return faultInWords(fault);
  }
};

const nearestFolder = (root: string, path: string): string => {
  const folder = join(root, dirname(path));
  return existsSync(folder) || dirname(path) === "." ? folder : nearestFolder(root, dirname(path));
};
