import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  lstatSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  unlinkSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { setFolderMode } from "./anchored-directory.ts";
import { errnoOf } from "./errno.ts";
import { refuseMounts } from "./mounts.ts";
import { temporaryName } from "./write-fully.ts";

/**
 * Removes a file, or a folder with its content, however deep. Removes links and never follows them, even if one replaces a folder
 * meanwhile: folders are held open, and their entries are addressed through them. Opens folders that a command left without permissions.
 * Throws if anything remains, and beforehand if something is mounted in it.
 */
export const removeTree = (path: string): void => {
  if (process.platform !== "linux" || !existsSync("/proc/self/fd")) {
    removeByPath(path);
    return;
  }
  let parent: number;
  try {
    parent = openSync(dirname(path), constants.O_RDONLY | constants.O_DIRECTORY);
  } catch (fault) {
    if (errnoOf(fault) === "ENOENT" || errnoOf(fault) === "ENOTDIR") return;
    throw fault;
  }
  try {
    refuseMounts(path);
    removeFolder({ in: placeOf(parent), name: Buffer.from(basename(path)).toString("latin1") }, 0, null);
  } finally {
    closeSync(parent);
  }
};

/** An entry of a folder that is held open. Names are bytes, as text with one character each: not every name is UTF-8. */
interface Entry {
  readonly in: string;
  readonly name: string;
}

/** The outermost folder, and how many others were moved into it since it was read. */
interface Top {
  readonly place: string;
  moved: number;
}

/** The most nested folders to hold open; deeper ones are moved into the outermost folder. */
const DEPTH = 100;
// A process that is about to end may still write there.
const TRIES = 5;
const WAIT_MS = 40;
const FOLDER = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

const placeOf = (descriptor: number): string => `/proc/self/fd/${descriptor}`;
const pathOf = (entry: Entry): Buffer => Buffer.from(`${entry.in}/${entry.name}`, "latin1");
const isForbidden = (fault: unknown): boolean => ["EACCES", "EPERM"].includes(errnoOf(fault) ?? "");

const removeFolder = (folder: Entry, depth: number, above: Top | null): void => {
  const descriptor = openFolder(folder, above !== null);
  if (descriptor === null) return;
  const here = placeOf(descriptor);
  const top = above ?? { place: here, moved: 0 };
  try {
    for (let tries = 1; ; tries++) {
      do {
        top.moved = above === null ? 0 : top.moved;
        removeEntries(here, depth, top);
      } while (above === null && top.moved > 0);
      if (isRemoved(folder, tries < TRIES, above !== null)) return;
    }
  } finally {
    closeSync(descriptor);
  }
};

const removeEntries = (here: string, depth: number, top: Top): void => {
  for (const found of readdirSync(here, { encoding: "latin1", withFileTypes: true })) {
    const entry = { in: here, name: found.name };
    if (!found.isDirectory()) allowed(here, () => unlinkSync(pathOf(entry)));
    else if (depth < DEPTH) removeFolder(entry, depth + 1, top);
    else moveUp(entry, top);
  }
};

/** Null if the folder does not exist. Anything else in its place is removed. */
const openFolder = (folder: Entry, isInner: boolean): number | null => {
  const path = pathOf(folder);
  try {
    return openSync(path, FOLDER);
  } catch (fault) {
    const code = errnoOf(fault);
    if (code === "ENOENT") return null;
    if (code === "ENOTDIR" || code === "ELOOP") {
      unlinkSync(path);
      return null;
    }
    if (!isForbidden(fault)) throw fault;
    if (isInner) chmodSync(folder.in, 0o700);
    setFolderMode(path, 0o700);
    return openSync(path, FOLDER);
  }
};

/** Acts on an entry of a folder. Ignores a missing entry, and restores permissions that a command removed. */
const allowed = (folder: string, act: () => void): void => {
  try {
    act();
  } catch (fault) {
    if (errnoOf(fault) === "ENOENT") return;
    if (!isForbidden(fault)) throw fault;
    chmodSync(folder, 0o700);
    act();
  }
};

const moveUp = (entry: Entry, top: Top): void => {
  const path = pathOf(entry);
  const move = () => renameSync(path, `${top.place}/${temporaryName()}`);
  try {
    move();
  } catch (fault) {
    if (!isForbidden(fault)) throw fault;
    for (const place of [top.place, entry.in]) chmodSync(place, 0o700);
    setFolderMode(path, 0o700);
    move();
  }
  top.moved += 1;
};

/** False if something was written there meanwhile and another try is allowed. */
const isRemoved = (folder: Entry, isTriedAgain: boolean, isInner: boolean): boolean => {
  try {
    rmdirSync(pathOf(folder));
    return true;
  } catch (fault) {
    const code = errnoOf(fault);
    if (code === "ENOENT") return true;
    const mayHelp = code === "ENOTEMPTY" || code === "EEXIST" || (isInner && isForbidden(fault));
    if (!isTriedAgain || !mayHelp) throw fault;
    if (isForbidden(fault)) chmodSync(folder.in, 0o700);
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAIT_MS);
    return false;
  }
};

/** Removes a file, or a folder with its content, on systems that cannot address open directories. */
const removeByPath = (path: string): void => {
  try {
    removeNow(path);
  } catch (fault) {
    if (!["EACCES", "EPERM"].includes(errnoOf(fault) ?? "")) throw fault;
    openFolders(path);
    removeNow(path);
  }
};

// A process that is about to end may still write there, so retry on ENOTEMPTY.
const removeNow = (path: string): void => rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 40 });

const openFolders = (path: string): void => {
  if (!lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  chmodSync(path, 0o700);
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isDirectory()) openFolders(join(path, entry.name));
  }
};
