import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a directory and the missing ones above it. Throws the machine's fault. Node's own `recursive` must not be used: if a folder
 * that stands takes no entries, as below `/proc`, it tries for ever, and no signal ends it.
 * @param mode that of each directory which is made
 */
export const makeDirectory = (path: string, mode = 0o777): void => {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  const parent = dirname(path);
  if (parent !== path) makeDirectory(parent, mode);
  try {
    mkdirSync(path, { mode });
  } catch (fault) {
    // Another run may have made it meanwhile.
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw fault;
  }
};
