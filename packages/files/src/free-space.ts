import { statfsSync } from "node:fs";
import { dirname } from "node:path";

/** Bytes that the user may still write where a directory is, or will be made; null where the machine does not tell. */
export const freeSpace = (directory: string): number | null => {
  try {
    const { bavail, bsize } = statfsSync(directory);
    return bavail * bsize;
  } catch {
    return dirname(directory) === directory ? null : freeSpace(dirname(directory));
  }
};
