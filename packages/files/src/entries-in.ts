import { type Dirent, lstatSync, readdirSync, type Stats } from "node:fs";

/**
 * The entries of a folder. Throws if it cannot be read.
 * @param meet called with the folder's own state before it is read
 */
export const entriesIn = (folder: string, meet: (standing: Stats) => void): readonly Dirent[] => {
  meet(lstatSync(folder));
  return readdirSync(folder, { withFileTypes: true });
};
