import { lstatSync, type Stats } from "node:fs";
import { errnoOf, readPart, withRegularFile } from "@llmch/files";
import { type LockRecord, parseLockRecord } from "./lock-record.ts";

/** A lock's file, and what it says. */
export interface ChainLink {
  readonly file: string;
  readonly id: string;
  /** Null where it is damaged. */
  readonly record: LockRecord | null;
}

/** The files of one lock: `<root>.lock`, and for the successor of a record `<root>.after-<its id>`. */
export interface LockPlace {
  readonly root: string;
  after(id: string): string;
}

const MAX_LINKS = 1000;
/** More than a record takes: branch names and ids are short. */
const MAX_BYTES = 64 * 1024;

/**
 * The last record of a lock's chain, which is the holder's; null where nobody holds it. A record has at most one successor,
 * since its file is made by link(2), and its id never comes back: what follows a record that has left the chain is never
 * read again.
 */
export const lastLink = (place: LockPlace): ChainLink | null => {
  let last = readLink(place.root);
  for (let count = 0; last !== null && count < MAX_LINKS; count++) {
    const next = readLink(place.after(last.id));
    if (next === null) return last;
    last = next;
  }
  if (last !== null) throw new Error(`${place.root} leads through more than ${MAX_LINKS} records`);
  return null;
};

const readLink = (file: string): ChainLink | null => {
  try {
    return withRegularFile(file, "none", ({ descriptor, stats }) =>
      linkOf(file, stats, parseLockRecord(readPart(descriptor, 0, MAX_BYTES).toString())),
    );
  } catch (fault) {
    // Another process may have made it since.
    if (errnoOf(fault) === "ENOENT") return null;
    const standing = lstatSync(file, { throwIfNoEntry: false });
    if (standing === undefined) return null;
    if (standing.isFile()) throw fault;
    // A pipe, a device or a link is no lock of ours, and so holds nobody off.
    return linkOf(file, standing, null);
  }
};

const linkOf = (file: string, { ino, mtimeMs }: Stats, record: LockRecord | null): ChainLink => ({
  file,
  id: record?.id ?? `damaged-${ino}-${Math.trunc(mtimeMs)}`,
  record,
});
