import { chmodSync, constants, copyFileSync, cpSync, lstatSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { removeTree } from "@llmch/files";
import { makeWay } from "../files/file-change.ts";
import { runTool, type ToolPlace } from "../files/run-tool.ts";
import { type Copied, relocate } from "./relocation.ts";
import { isFolder } from "./setup-entry.ts";

/** Where tools keep what they generate: left out, so that they generate their own in llmch's tree. */
export const TOOL_CACHES: ReadonlySet<string> = new Set([".cache", ".vite", ".vite-temp", ".vitest"]);

export interface CopyPlace extends ToolPlace {
  /** A folder of llmch's on the same file system as the copy. */
  readonly aside: string;
}

/**
 * Copies a folder's entries into a new folder, with their modes and times, by reflink if the file system can. `cp` does it: a
 * child process takes a third of the time, and does not block llmch. Throws if it fails or is stopped.
 */
export const copyEntries = async (
  from: string,
  names: readonly string[],
  to: string,
  place: CopyPlace,
): Promise<void> => {
  for (let start = 0; start < names.length; start += AT_ONCE) {
    const sources = names.slice(start, start + AT_ONCE).map((name) => join(from, name));
    await copy(["-a", ...SHARING, "--", ...sources, `${to}/`], place);
  }
};

/** The entries to copy at the top of a folder. */
const entriesToCopy = (from: string): readonly string[] => readdirSync(from).filter((name) => !TOOL_CACHES.has(name));

/** Copies a folder aside; gives the copy's path. */
export const copyAside = async (from: string, place: CopyPlace): Promise<string> => {
  const to = join(place.aside, `copy-${++copies}`);
  mkdirSync(to, { mode: (lstatSync(from).mode & 0o777) | 0o700 });
  await copyEntries(from, entriesToCopy(from), to, place);
  return to;
};
let copies = 0;

/**
 * Copies files of a copy anew, whatever is in their places, and leaves everything else there as it is.
 * @param paths from the tree
 */
export const copyAnew = (copied: Copied, paths: readonly string[]): void => {
  for (const path of paths) {
    const source = join(copied.from, relative(copied.path, path));
    const target = join(copied.tree, path);
    makeWay(copied.tree, path);
    if (lstatSync(source, { throwIfNoEntry: false }) === undefined) continue;
    cpSync(source, target, { preserveTimestamps: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE });
    relocate(target, copied);
  }
};

/** Removes what is in a copy besides these files, by their paths from the tree. Its folders get their modes back. */
export const removeAdded = (copied: Copied, kept: ReadonlyMap<string, unknown>): void => {
  const visit = (path: string): void => {
    const [source, target] = [join(copied.from, relative(copied.path, path)), join(copied.tree, path)];
    chmodSync(target, lstatSync(source).mode & 0o7777);
    for (const entry of readdirSync(target, { withFileTypes: true })) {
      const below = `${path}/${entry.name}`;
      if (entry.isDirectory() && isFolder(join(source, entry.name))) visit(below);
      // Git's own are not among the files of a tree.
      else if (!kept.has(below) && entry.name !== ".git") removeTree(join(target, entry.name));
    }
  };
  visit(copied.path);
};

export interface CopyLimits {
  readonly files: number;
  readonly bytes: number;
}

/** What copying a folder would cost. */
export interface CopyCost {
  readonly isWithin: boolean;
  /** Whether its file system shares the bytes of a copy. */
  readonly sharesBytes: boolean;
}

/** Inspects a folder until the limits are passed; if bytes are shared, only the files count. */
export const costOfCopy = async (from: string, limits: CopyLimits, aside: string): Promise<CopyCost> => {
  let [files, bytes, sharesBytes] = [0, 0, false];
  const visit = async (folder: string): Promise<void> => {
    await turn();
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (files > limits.files || (bytes > limits.bytes && !sharesBytes)) return;
      const path = join(folder, entry.name);
      if (folder === from && TOOL_CACHES.has(entry.name)) continue;
      files += 1;
      if (entry.isDirectory()) await visit(path);
      else if (entry.isFile()) {
        if (bytes === 0) sharesBytes = canReflink(path, aside);
        // A sparse file takes less space than its size.
        const { size, blocks } = lstatSync(path);
        bytes += Math.min(size, blocks * 512);
      }
    }
  };
  await visit(from);
  return { isWithin: files <= limits.files && (bytes <= limits.bytes || sharesBytes), sharesBytes };
};

const canReflink = (file: string, aside: string): boolean => {
  const to = join(aside, `reflink-${basename(dirname(file))}`);
  try {
    copyFileSync(file, to, constants.COPYFILE_FICLONE_FORCE);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(to, { force: true });
  }
};

const AT_ONCE = 500;
const SHARING: readonly string[] = process.platform === "linux" ? ["--reflink=auto"] : [];

const copy = async (args: readonly string[], place: CopyPlace): Promise<void> => {
  const ran = await runTool("cp", args, place);
  if (ran === null) throw new Error("cp is not on the PATH");
  if (ran.exitCode !== 0) throw new Error(ran.stderr.split("\n")[0] || "cp was ended");
};
