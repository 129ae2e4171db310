import { accessSync, constants, statSync } from "node:fs";
import { isAbsolute, join, resolve } from "node:path";

/**
 * The absolute path of a program, or null where there is none: an executable file, looked for as a shell would, but in
 * absolute entries of the PATH alone, so that a repo's own `git` is never run by mistake (reliability, X7). A name with
 * a `/` is taken from `cwd`.
 */
export const resolveProgram = (
  name: string,
  { path, cwd }: { readonly path: string; readonly cwd: string },
): string | null => {
  if (name === "" || name.includes("\0")) return null;
  if (name.includes("/")) {
    const file = resolve(cwd, name);
    return isExecutable(file) ? file : null;
  }
  for (const entry of path.split(":")) {
    if (!isAbsolute(entry)) continue;
    const file = join(entry, name);
    if (isExecutable(file)) return file;
  }
  return null;
};

const isExecutable = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
};
