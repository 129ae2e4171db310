import { accessSync, constants, existsSync, lstatSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { accepted, type Result, rejected } from "@llmch/contract";
import { faultInWords, withDirectory } from "@llmch/files";
import { foldersOf, removeEmptyFolders } from "../worktree/file-change.ts";
import { stateOf } from "../worktree/file-state.ts";
import { moveTo, type Replaced, takeAside } from "./replaced.ts";
import type { StandingFile } from "./standing-files.ts";

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
 * Looks whether a staged file may take its place: nothing stands there, or what the index says. Rejected otherwise, where
 * the way is blocked, or where a move would fail.
 * @param going files that are taken away before: one may stand where a folder is needed, or in a folder at the path
 */
export const planPlacement = (
  root: string,
  path: string,
  { source, standing, going }: { source: string; standing: StandingFile; going: readonly string[] },
): Result<Placement, string> => {
  const staged = stateOf(source);
  const present = standing.kind === "obstructed" ? onceGone(root, path, going, standing) : standing;
  if (staged.kind !== "file") return rejected(`${path} is no regular file`);
  if (present.kind === "blocked" || present.kind === "obstructed") return rejected(present.why);
  if (present.kind === "file" && present.sha256 === staged.sha256 && present.executable === staged.executable)
    return accepted({ kind: "put", path, source: null, replaced: null });
  if (present.kind === "file" && !present.isGits) return rejected(`${path} is not as git has it`);
  const obstacle = obstacleAt(root, path, source);
  if (obstacle !== null) return rejected(`${path} ${obstacle}`);
  return accepted({ kind: "put", path, source, replaced: present.kind === "file" ? present.sha256 : null });
};

/**
 * What stands at an obstructed path once files have gone. Who makes a file of a folder must not find anything else in it: an
 * ignored file is the user's.
 */
const onceGone = (root: string, path: string, going: readonly string[], standing: StandingFile): StandingFile => {
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
 * @param beside a folder on the checkout's own file system
 */
export const planRemoval = (
  root: string,
  path: string,
  { standing, beside }: { standing: StandingFile; beside: string },
): Result<Placement | null, string> => {
  if (standing.kind === "obstructed") return accepted(null);
  if (standing.kind === "missing") {
    // Who was killed has perhaps left the folders, empty, where a file is to stand.
    return accepted(existsSync(join(root, dirname(path))) ? { kind: "take", path, replaced: "" } : null);
  }
  if (standing.kind === "blocked") return rejected(standing.why);
  if (!standing.isGits) return rejected(`${path} is not as git has it`);
  const obstacle = obstacleAt(root, path, beside);
  if (obstacle !== null) return rejected(`${path} ${obstacle}`);
  return accepted({ kind: "take", path, replaced: standing.sha256 });
};

/** What became of a placement. */
export interface Placed {
  /** Why that place stays as it is: the user was faster, or the machine failed; null if it does not. */
  readonly why: string | null;
  /** The file that was there. */
  readonly replaced: Replaced | null;
}

/**
 * Puts a staged file in its place, or takes a file away with the folders that it leaves empty; no link is followed. What is there goes
 * aside first, and is judged there; the new file comes only if nothing else has come meanwhile.
 * @param aside a folder on the checkout's own file system for what is replaced
 */
export const place = (root: string, placement: Placement, aside: string): Placed => {
  const { kind, path, replaced } = placement;
  const source = kind === "put" ? placement.source : null;
  if (kind === "put" && source === null) return { why: null, replaced: null };
  const folders = foldersOf(path);
  const changed: Placed = { why: "it was changed meanwhile", replaced: null };
  try {
    const placed = withDirectory(root, folders, { make: kind === "put" }, (directory): Placed => {
      const target = join(directory.path, basename(path));
      if (kind === "take" && lstatSync(target, { throwIfNoEntry: false }) === undefined)
        return { why: null, replaced: null };
      const taken = replaced === null ? null : takeAside(target, path, aside, replaced);
      if (replaced !== null && taken === null) return changed;
      try {
        if (source === null || moveTo(source, target)) return { why: null, replaced: taken };
      } catch (fault) {
        if (taken !== null) moveTo(taken.aside, target);
        throw fault;
      }
      return changed;
    });
    if (kind === "take" && placed.why === null) removeEmptyFolders(root, folders);
    return placed;
  } catch (fault) {
    return { why: faultInWords(fault), replaced: null };
  }
};

/** Why a path cannot be replaced by a file from a folder or taken there, or null. */
const obstacleAt = (root: string, path: string, beside: string): string | null => {
  const folder = nearestFolder(root, path);
  if (statSync(folder).dev !== statSync(beside).dev) return "lies on another file system";
  const obstacle = obstacleIn(folder);
  return obstacle === null ? null : `cannot be replaced (${obstacle})`;
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
