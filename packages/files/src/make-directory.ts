import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Creates a directory and the missing ones above it. Throws the machine's fault. Do not use Node's `recursive`: if an existing folder
 * accepts no entries, such as one in `/proc`, Node retries for ever, and no signal stops it.
 * @param mode the mode of each new directory
 */
export const makeDirectory = (path: string, mode = 0o777): void => {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  const parent = dirname(path);
  if (parent !== path) makeDirectory(parent, mode);
  try {
    mkdirSync(path, { mode });
  } catch (fault) {
    // Another run may have created it meanwhile.
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw fault;
  }
};
