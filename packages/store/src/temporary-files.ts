import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isTemporaryName } from "@llmch/files";

/** Removes files that a killed run had only partly written. No complete file has such a name. */
export const removeTemporaryFiles = (folder: string): void => {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) removeTemporaryFiles(path);
    else if (isTemporaryName(entry.name)) rmSync(path, { force: true });
  }
};
