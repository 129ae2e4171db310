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
