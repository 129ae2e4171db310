import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDead, newOwnedName, type Owner, ownerOf } from "@llmch/files";
import { ownText } from "./own-text.ts";

/**
 * A file that exists as long as a process writes to a run's directory. It names the process, and keeps space for a summary and
 * the last events in case the disk fills up (reliability, C6). It is no part of the run's record.
 */
export const RESERVE_FILE = ".reserve";

const RESERVED_BYTES = 64 * 1024;

/** Makes it. Throws the machine's fault. */
export const makeReserve = (directory: string): void => {
  const file = join(directory, RESERVE_FILE);
  // A link in its place must lead nobody to another file.
  rmSync(file, { force: true });
  writeFileSync(file, `${newOwnedName()}\n`.padEnd(RESERVED_BYTES, "."), { flag: "wx" });
};

/** Removes it. If even that fails, the next write says why. */
export const freeReserve = (directory: string): void => {
  try {
    rmSync(join(directory, RESERVE_FILE), { force: true });
  } catch {
    return;
  }
};

/** Who writes to a run's directory, or did so when it was killed; null if nobody does, or nobody can tell. */
export const writerOf = (directory: string): Owner | null => {
  try {
    const [name = ""] = ownText(join(directory, RESERVE_FILE)).split("\n", 1);
    return ownerOf(name);
  } catch {
    return null;
  }
};

/** True if a process that may still live writes to a run's directory. */
export const isBeingWritten = (directory: string): boolean => {
  const writer = writerOf(directory);
  return writer !== null && !isDead(writer);
};
