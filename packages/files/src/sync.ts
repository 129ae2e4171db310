import { closeSync, fsyncSync, openSync } from "node:fs";

/** Makes the names in a directory survive a power failure. Does nothing if the file system does not support that. */
export const syncDirectory = (path: string): void => {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } catch {
    // Some file systems cannot sync directories; rely on their own guarantees.
  } finally {
    closeSync(descriptor);
  }
};
