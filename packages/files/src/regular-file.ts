import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  realpathSync,
  type Stats,
  statSync,
} from "node:fs";
import { basename, dirname, relative, sep } from "node:path";
import { withDirectory } from "./anchored-directory.ts";
import { isInside } from "./location.ts";

/** Which links a reader follows: none at the end of the path, any, or, below a folder, those that stay within it. */
export type FollowedLinks = "none" | "any" | { readonly within: string };

/** A regular file that is open for reading. */
export interface OpenFile {
  readonly descriptor: number;
  readonly stats: Stats;
  close(): void;
}

// Do not wait for a pipe's writer, or acquire a controlling terminal.
const READING = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY;

/**
 * The only way to open files that others may have prepared. Throws ELOOP for a link that is not followed, EISDIR for a folder, and a fault
 * without a code for a pipe, a socket or a device. Checks what was opened, so replacing the file meanwhile gains nothing.
 */
export const openRegularFile = (path: string, links: FollowedLinks): OpenFile => {
  if (links === "any") return opened(path, true);
  const isBelow = links !== "none" && dirname(path) !== links.within;
  if (links === "none" || !(isBelow || lstatSync(path).isSymbolicLink())) return opened(path, false);
  const root = realpathSync(links.within);
  const place = realpathSync(path);
  if (!isInside(root, place)) throw new Error(`a link leads out of ${links.within}`);
  const way = relative(root, dirname(place)).split(sep);
  return withDirectory(root, way[0] === "" ? [] : way, { make: false }, (directory) =>
    opened(`${directory.path}/${basename(place)}`, false),
  );
};

const opened = (path: string, followsLinks: boolean): OpenFile => {
  // Opening a device may have side effects, so check it first.
  judge(followsLinks ? statSync(path) : lstatSync(path));
  const descriptor = openSync(path, followsLinks ? READING : READING | constants.O_NOFOLLOW);
  const close = () => closeSync(descriptor);
  try {
    const stats = fstatSync(descriptor);
    judge(stats);
    // The kernel's files claim to be empty, but are not.
    if (followsLinks && stats.size === 0 && readPart(descriptor, 0, 1).length > 0) throw new Error(NO_FILE);
    return { descriptor, stats, close };
  } catch (fault) {
    close();
    throw fault;
  }
};

const NO_FILE = "it is no regular file";

const judge = (stats: Stats): void => {
  if (stats.isFile()) return;
  if (stats.isDirectory()) throw Object.assign(new Error("it is a directory"), { code: "EISDIR" });
  throw stats.isSymbolicLink() ? Object.assign(new Error("it is a link"), { code: "ELOOP" }) : new Error(NO_FILE);
};

/** Opens a file like `openRegularFile`, passes it to `use`, and closes it. */
export const withRegularFile = <Value>(path: string, links: FollowedLinks, use: (file: OpenFile) => Value): Value => {
  const file = openRegularFile(path, links);
  try {
    return use(file);
  } finally {
    file.close();
  }
};

/** Reads `length` bytes from `start`; fewer if the file ends before. Never reads more if a file grows. */
export const readPart = (descriptor: number, start: number, length: number): Buffer => {
  const buffer = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const read = readSync(descriptor, buffer, filled, length - filled, start + filled);
    if (read === 0) break;
    filled += read;
  }
  return buffer.subarray(0, filled);
};

/** How much of a file may be read, and through which links. */
export interface ReadBounds {
  readonly maxBytes: number;
  readonly links: FollowedLinks;
}

/** The bytes of a regular file. Throws like `openRegularFile`, and if the file is larger than allowed. */
export const readRegularFile = (path: string, { maxBytes, links }: ReadBounds): Buffer =>
  withRegularFile(path, links, ({ descriptor, stats }) => {
    if (stats.size > maxBytes) throw new Error(`it is larger than ${maxBytes} bytes`);
    return readPart(descriptor, 0, stats.size);
  });
