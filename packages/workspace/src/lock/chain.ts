import { lstatSync, type Stats } from "node:fs";
import { errnoOf, readPart, withRegularFile } from "@llmch/files";
import { type LockRecord, parseLockRecord } from "./lock-record.ts";

/** A lock's file and its record. */
export interface ChainLink {
  readonly file: string;
  readonly id: string;
  /** Null if it is damaged. */
  readonly record: LockRecord | null;
}

/** The files of one lock: `<root>.lock`, and `<root>.after-<its id>` for the successor of a record. */
export interface LockPlace {
  readonly root: string;
  after(id: string): string;
}

const MAX_LINKS = 1000;
/** More than a record needs: branch names and ids are short. */
const MAX_BYTES = 64 * 1024;

/**
 * The last record of a lock's chain, which is the holder's; null if nobody holds it. A record has at most one successor, because
 * link(2) creates its file, and its id is never reused: what follows a record that has left the chain is never read again.
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
    // Another process may have replaced it meanwhile.
    if (errnoOf(fault) === "ENOENT") return null;
    const standing = lstatSync(file, { throwIfNoEntry: false });
    if (standing === undefined) return null;
    if (standing.isFile()) throw fault;
    // A pipe, a device or a link is not llmch's lock, and so keeps nobody out.
    return linkOf(file, standing, null);
  }
};

const linkOf = (file: string, { ino, mtimeMs }: Stats, record: LockRecord | null): ChainLink => ({
  file,
  id: record?.id ?? `damaged-${ino}-${Math.trunc(mtimeMs)}`,
  record,
});
