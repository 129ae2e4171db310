import { lstatSync, readdirSync, readlinkSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { isInside, readRegularFile } from "@llmch/files";

/** A folder that was copied into llmch's tree, and the places that its files still name. */
export interface Copied {
  /** The folder that it was copied from; real and absolute. */
  readonly from: string;
  /** The tree that its links and scripts name: the user's checkout, or a deleted tree of llmch's. */
  readonly origin: string;
  /** llmch's tree, and where commands see it. */
  readonly tree: string;
  readonly seat: string;
  /** The folder, as a POSIX path from the tree. */
  readonly path: string;
}

/** Larger files are programs, not scripts. */
const MAX_BYTES = 256 * 1024;
/** Where installers write scripts that name the path of an interpreter or of packages. */
const SCRIPT_FOLDERS = new Set(["bin", ".bin"]);
/** Files that tell Python where things are, such as an editable install of a repo's package. */
const NAMES_PLACES = /^(?:__editable__.*\.py|.*\.(?:pth|egg-link)|pyvenv\.cfg)$/;

/**
 * Redirects a copy, or a part of it, to llmch's tree: links into the original folder or tree lead to the same place in the new
 * one, links out of it keep their target, and scripts and lists of paths name the new tree (contract §6).
 * @param place where the part is in llmch's tree
 */
export const relocate = (place: string, copied: Copied): void => {
  if (copied.origin === copied.seat) return;
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
  symlinkSync(isInside(copied.tree, target) ? join(copied.seat, relative(copied.tree, target)) : target, link);
};

const counterpart = (target: string, { from, origin, tree, path }: Copied): string => {
  if (isInside(from, target)) return join(tree, path, relative(from, target));
  return isInside(origin, target) ? join(tree, relative(origin, target)) : target;
};

const relocateText = (file: string, { origin, seat }: Copied): void => {
  if (!SCRIPT_FOLDERS.has(basename(dirname(file))) && !NAMES_PLACES.test(basename(file))) return;
  const { size, mode, atime, mtime } = lstatSync(file);
  if (size > MAX_BYTES) return;
  const text = readRegularFile(file, { maxBytes: MAX_BYTES, links: "none" });
  const named = Buffer.from(origin);
  if (!text.includes(named) || text.includes(0)) return;
  rmSync(file);
  writeFileSync(
    file,
    replacePlace(text.toString("latin1"), named.toString("latin1"), Buffer.from(seat).toString("latin1")),
    {
      encoding: "latin1",
      mode: mode & 0o777,
    },
  );
  utimesSync(file, atime, mtime);
};

/** Only whole names: `/home/me/app2` is not in `/home/me/app`. */
const replacePlace = (text: string, named: string, ours: string): string =>
  text.split(named).reduce((done, rest) => done + (/^[\w.-]/.test(rest) ? named : ours) + rest);
