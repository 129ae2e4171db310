import { closeSync, fsyncSync, openSync } from "node:fs";

/** Makes the names in a directory survive a power cut. Does nothing if the file system has no such operation. */
export const syncDirectory = (path: string): void => {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } catch {
    // Some file systems cannot sync directories, and llmch accepts what they promise instead.
  } finally {
    closeSync(descriptor);
  }
};
