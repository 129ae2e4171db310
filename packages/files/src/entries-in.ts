import { type Dirent, opendirSync } from "node:fs";
import type { Turns } from "./turns.ts";

/** More are read at once than most folders have. */
const AT_ONCE = 256;

/** The entries of a folder, which may have any number of them. Throws if it cannot be read. */
export const entriesIn = async (folder: string, turns: Turns): Promise<readonly Dirent[]> => {
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
