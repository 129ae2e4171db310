import { closeSync, fsyncSync, openSync } from "node:fs";

/** Makes the names in a directory last through a power cut. Does without where the file system has no such thing. */
export const syncDirectory = (path: string): void => {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } catch {
    // Some file systems sync no directories; what they promise instead is theirs.
  } finally {
    closeSync(descriptor);
  }
};
