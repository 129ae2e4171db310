import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A new folder with a space and a letter outside ASCII in its name, to catch code that joins paths carelessly. */
export const temporaryFolder = (): { readonly path: string; readonly remove: () => void } => {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "llmch tést-")));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
};
