import { readdirSync } from "node:fs";
import { join } from "node:path";

/** Paths of the files below a folder, except in its subfolder `leftOut`. Follows no links; what cannot be read is left out. */
export const filesBelow = (folder: string, leftOut = ""): readonly string[] => {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      if (!entry.isDirectory()) return [entry.name];
      if (entry.name === leftOut) return [];
      return filesBelow(join(folder, entry.name)).map((name) => `${entry.name}/${name}`);
    });
  } catch {
    return [];
  }
};
