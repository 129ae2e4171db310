import { closeSync, fsyncSync, openSync } from "node:fs";

/** Waits until a file's bytes, or a directory's names, are on disk. Throws the machine's fault. */
export const syncPath = (path: string): void => {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
};
