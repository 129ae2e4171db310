import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDead, newOwnedName, type Owner, ownerOf } from "@llmch/files";
import { ownText } from "./own-text.ts";

/**
 * A file that exists while a process writes to a run's directory. It names the process, and reserves space for a summary and the
 * last events in case the disk fills up (reliability, C6). It is not part of the run's record.
 */
export const RESERVE_FILE = ".reserve";

const RESERVED_BYTES = 64 * 1024;

/** Makes it. Throws if the machine fails. */
export const makeReserve = (directory: string): void => {
  const file = join(directory, RESERVE_FILE);
  // A link in its place must not lead to another file.
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

/** The process that writes to a run's directory, or did until it was killed; null if there is none, or if that is unknown. */
export const writerOf = (directory: string): Owner | null => {
  try {
    const [name = ""] = ownText(join(directory, RESERVE_FILE)).split("\n", 1);
    return ownerOf(name);
  } catch {
    return null;
  }
};

/** True if a process that may still be alive writes to a run's directory. */
export const isBeingWritten = (directory: string): boolean => {
  const writer = writerOf(directory);
  return writer !== null && !isDead(writer);
};
