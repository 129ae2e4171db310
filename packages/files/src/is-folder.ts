import { statSync } from "node:fs";

/** True if there is a visible folder at the path, or a link to one. */
export const isFolder = (path: string): boolean => {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false;
  }
};
