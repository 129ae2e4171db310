import { closeSync, fsyncSync, openSync } from "node:fs";

/** Waits until a file's bytes, or a directory's names, are on disk. Throws the machine's fault. */
export const syncPath = (path: string): void => opened(path, fsyncSync);

/** Makes the names in a directory survive a power failure. Does nothing if the file system does not support that. */
export const syncDirectory = (path: string): void =>
  opened(path, (descriptor) => {
    try {
      fsyncSync(descriptor);
    } catch {
      // Some file systems cannot sync directories; rely on their own guarantees.
    }
  });

const opened = (path: string, sync: (descriptor: number) => void): void => {
  const descriptor = openSync(path, "r");
  try {
    sync(descriptor);
  } finally {
    closeSync(descriptor);
  }
};
