import { rmSync, statSync, utimes, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDead, newOwnedName, type Owner, ownerOf, thisMachine } from "@llmch/files";
import { ownText } from "./own-text.ts";

/**
 * A file that exists while a process writes to a run's directory. It names the process, and reserves space for a summary and the
 * last events in case the disk fills up (reliability, C6). It is not part of the run's record.
 */
export const RESERVE_FILE = ".reserve";

const RESERVED_BYTES = 64 * 1024;

/** How often a process shows by its reserve that it lives, and after how long without a sign one that nothing else shows is gone. */
const BEAT_MS = 30_000;
const SILENT_MS = 10 * BEAT_MS;
const beats = new Map<string, NodeJS.Timeout>();

/** Makes it. Throws if the machine fails. */
export const makeReserve = (directory: string): void => {
  const file = join(directory, RESERVE_FILE);
  // A link in its place must not lead to another file.
  rmSync(file, { force: true });
  writeFileSync(file, `${newOwnedName()}\n`.padEnd(RESERVED_BYTES, "."), { flag: "wx" });
  beats.set(directory, setInterval(() => utimes(file, new Date(), new Date(), () => {}), BEAT_MS).unref());
};

/** Removes it. If even that fails, the next write says why. */
export const freeReserve = (directory: string): void => {
  clearInterval(beats.get(directory));
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
  if (writer === null || writer.machine === thisMachine()) return writer !== null && !isDead(writer);
  // Nobody here can ask for a process of another machine or container.
  const { mtimeMs = 0 } = statSync(join(directory, RESERVE_FILE), { throwIfNoEntry: false }) ?? {};
  return Date.now() - mtimeMs < SILENT_MS;
};
