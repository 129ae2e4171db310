import { existsSync, lstatSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { beginningsOf } from "@llmch/contract";
import { faultInWords, withDirectory } from "@llmch/files";
import { accepted, type Result, rejected } from "@llmch/text";
import { foldersOf, removeEmptyFolders } from "../files/file-change.ts";
import { stateOf } from "../files/file-state.ts";
import { moveTo, type Replaced, takeAside } from "./replaced.ts";
import type { StandingFile } from "./standing-files.ts";

/** A staged file to put in its place in a checkout, or a file to remove from there. */
export type Placement =
  | {
      readonly kind: "put";
      readonly path: string;
      /** Where it is staged; null if the checkout already has the same file. */
      readonly source: string | null;
      /** The hash of the file that it replaces; null if nothing may be there. */
      readonly replaced: string | null;
    }
  | { readonly kind: "take"; readonly path: string; readonly replaced: string };

/**
 * Checks whether a staged file may take its place: nothing is there, or exactly what the index has. Rejects otherwise, or if the
 * path is blocked.
 * @param going files that are removed first: one may be where a folder is needed, or in a folder at the path
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
  return accepted({ kind: "put", path, source, replaced: present.kind === "file" ? present.sha256 : null });
};

/**
 * What is at an obstructed path once files have been removed. A file may replace a folder only if nothing else is in it: an
 * ignored file is the user's.
 */
const onceGone = (root: string, path: string, going: readonly string[], standing: StandingFile): StandingFile => {
  if (going.some((other) => path.startsWith(`${other}/`))) return { kind: "missing" };
  if (!going.some((other) => other.startsWith(`${path}/`))) return standing;
  const staying = firstBeside(root, path, new Set(going.flatMap(beginningsOf)));
  return staying === null ? { kind: "missing" } : { kind: "obstructed", why: `${staying} is in the way` };
};

/** The first entry below a folder that is not one of these. */
const firstBeside = (root: string, folder: string, paths: ReadonlySet<string>): string | null => {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    const beside = paths.has(path) ? (entry.isDirectory() ? firstBeside(root, path, paths) : null) : path;
    if (beside !== null) return beside;
  }
  return null;
};

/**
 * Checks whether a file may be removed: its content is what git has, so nothing of the user's is lost. Null if nothing is left to
 * do; rejects if it is the user's.
 */
export const planRemoval = (root: string, path: string, standing: StandingFile): Result<Placement | null, string> => {
  if (standing.kind === "obstructed") return accepted(null);
  if (standing.kind === "missing") {
    // A killed process may have left the folders, empty, where a file belongs.
    return accepted(existsSync(join(root, dirname(path))) ? { kind: "take", path, replaced: "" } : null);
  }
  if (standing.kind === "blocked") return rejected(standing.why);
  if (!standing.isGits) return rejected(`${path} is not as git has it`);
  return accepted({ kind: "take", path, replaced: standing.sha256 });
};

/** What became of a placement. */
export interface Placed {
  /** Why the path was left as it is: the user was faster, or the machine failed; null if it was not. */
  readonly why: string | null;
  /** The file that was there. */
  readonly replaced: Replaced | null;
}

/**
 * Puts a staged file in its place, or removes a file and the folders that it leaves empty; follows no link. Moves the existing
 * file aside first and checks it there; puts the new file only if nothing else has appeared meanwhile.
 * @param aside a folder on the checkout's own file system for replaced files
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
