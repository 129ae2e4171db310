import { readdirSync } from "node:fs";
import { errnoOf } from "./errno.ts";

/** The names in a folder; none if it is missing or cannot be read. */
export const namesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

/** The same, but only a missing folder counts as empty. Throws if it cannot be read. */
export const namesOrFault = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder);
  } catch (fault) {
    if (errnoOf(fault) === "ENOENT") return [];
    throw fault;
  }
};

/** The names of the folders in a folder; none if it is missing or cannot be read. Links do not count. */
export const foldersIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
  } catch {
    return [];
  }
};
