import { cpSync, realpathSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const CLI = fileURLToPath(new URL("../../cli", import.meta.url));

/** Copies the built llmch, so that a build in the meantime does not affect a trial. Returns its `bin/llmch.js`. */
export const copyCli = (folder: string): string => {
  for (const name of ["bin", "dist", "templates", "package.json"])
    cpSync(join(CLI, name), join(folder, name), { recursive: true });
  symlinkSync(realpathSync(join(CLI, "node_modules")), join(folder, "node_modules"));
  return join(folder, "bin/llmch.js");
};
