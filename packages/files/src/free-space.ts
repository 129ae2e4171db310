import { statfsSync } from "node:fs";
import { dirname } from "node:path";

/** How many bytes the user may still write in a directory that exists or will be created; null if unknown. */
export const freeSpace = (directory: string): number | null => {
  try {
    const { bavail, bsize } = statfsSync(directory);
    return bavail * bsize;
  } catch {
    return dirname(directory) === directory ? null : freeSpace(dirname(directory));
  }
};
