import { readdirSync } from "node:fs";
import { errnoOf } from "./errno.ts";

/** The names in a folder; none where it is missing or cannot be read. */
export const namesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

/** The same where it matters: only a folder that is missing has none, and what cannot be read is not taken for empty. */
export const namesOrFault = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder);
  } catch (fault) {
    if (errnoOf(fault) === "ENOENT") return [];
    throw fault;
  }
};

/** The names of the folders in a folder; none where it is missing or cannot be read. A link is none. */
export const foldersIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
  } catch {
    return [];
  }
};
