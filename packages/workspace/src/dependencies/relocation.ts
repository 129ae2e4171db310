import { lstatSync, readdirSync, readlinkSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { isInside, readRegularFile } from "@llmch/files";

/** A folder that was copied into our tree, and what its files still name. */
export interface Copied {
  /** The folder that it was copied from; real and absolute. */
  readonly from: string;
  /** The tree that its links and scripts name: the user's checkout, or one of ours that is gone. */
  readonly origin: string;
  /** Our tree. */
  readonly tree: string;
  /** The folder, POSIX path from our tree. */
  readonly path: string;
}

/** Longer ones are programs, not scripts. */
const MAX_BYTES = 256 * 1024;
/** Where installers write scripts with the place of an interpreter, or of packages, in them. */
const SCRIPT_FOLDERS = new Set(["bin", ".bin"]);
/** What tells Python where a package of the repo lies that was installed to be edited. */
const NAMES_PLACES = /^(?:__editable__.*\.py|.*\.(?:pth|egg-link)|pyvenv\.cfg)$/;

/**
 * Turns a copy, or a part of it, to our tree: links into the folder or the tree that it comes from lead to the same place
 * in ours, links out of it lead where they led, and scripts and lists of places name ours (contract §6).
 * @param place where the part stands in our tree
 */
export const relocate = (place: string, copied: Copied): void => {
  const standing = lstatSync(place);
  if (standing.isSymbolicLink()) relocateLink(place, copied);
  else if (standing.isFile()) relocateText(place, copied);
  else if (standing.isDirectory()) relocateFolder(place, copied);
};

const relocateFolder = (folder: string, copied: Copied): void => {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const place = join(folder, entry.name);
    if (entry.isSymbolicLink()) relocateLink(place, copied);
    else if (entry.isDirectory()) relocateFolder(place, copied);
    else if (entry.isFile()) relocateText(place, copied);
  }
};

const relocateLink = (link: string, copied: Copied): void => {
  const text = readlinkSync(link);
  const before = join(copied.from, relative(join(copied.tree, copied.path), link));
  const target = counterpart(resolve(dirname(before), text), copied);
  if (target === resolve(dirname(link), text)) return;
  rmSync(link);
  symlinkSync(target, link);
};

const counterpart = (target: string, { from, origin, tree, path }: Copied): string => {
  if (isInside(from, target)) return join(tree, path, relative(from, target));
  return isInside(origin, target) ? join(tree, relative(origin, target)) : target;
};

const relocateText = (file: string, { origin, tree }: Copied): void => {
  if (!SCRIPT_FOLDERS.has(basename(dirname(file))) && !NAMES_PLACES.test(basename(file))) return;
  const { size, mode, atime, mtime } = lstatSync(file);
  if (size > MAX_BYTES) return;
  const text = readRegularFile(file, { maxBytes: MAX_BYTES, links: "none" });
  const named = Buffer.from(origin);
  if (!text.includes(named) || text.includes(0)) return;
  rmSync(file);
  writeFileSync(
    file,
    replacePlace(text.toString("latin1"), named.toString("latin1"), Buffer.from(tree).toString("latin1")),
    {
      encoding: "latin1",
      mode: mode & 0o777,
    },
  );
  utimesSync(file, atime, mtime);
};

/** Whole names alone: `/home/me/app2` is no place in `/home/me/app`. */
const replacePlace = (text: string, named: string, ours: string): string =>
  text.split(named).reduce((done, rest) => done + (/^[\w.-]/.test(rest) ? named : ours) + rest);
