import { statSync } from "node:fs";

/** True if there is a folder at the path, or a link to one, as far as we may see. */
export const isFolder = (path: string): boolean => {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false;
  }
};
