import { type Dirent, lstatSync, opendirSync, readdirSync, type Stats } from "node:fs";
import type { Turns } from "./turns.ts";

/** A larger folder is read in turns. Most file systems report the size of a folder's names. */
const LARGE_BYTES = 64 * 1024;
/** The number of entries to read at once. */
const AT_ONCE = 256;

/**
 * The entries of a folder, however many there are. Throws if it cannot be read.
 * @param meet called with the folder's own state before it is read
 */
export const entriesIn = async (
  folder: string,
  turns: Turns,
  meet: (standing: Stats) => void = () => {},
): Promise<readonly Dirent[]> => {
  const standing = lstatSync(folder);
  meet(standing);
  if (standing.size <= LARGE_BYTES) return readdirSync(folder, { withFileTypes: true });
  const entries: Dirent[] = [];
  const directory = opendirSync(folder, { bufferSize: AT_ONCE });
  try {
    for (let entry = directory.readSync(); entry !== null; entry = directory.readSync()) {
      entries.push(entry);
      if (turns.isOver()) await turns.take();
    }
  } finally {
    directory.closeSync();
  }
  return entries;
};
