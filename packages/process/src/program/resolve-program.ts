import { accessSync, constants, statSync } from "node:fs";
import { isAbsolute, join, resolve } from "node:path";
import { foreignPart } from "./origin.ts";

/**
 * The absolute path of a program, or null if there is none: an executable file, found as a shell would, but only in absolute
 * entries of the PATH, so that a repo's own `git` is never run by mistake (reliability, X7). A name with a `/` is resolved from
 * `cwd`. Files from the folders of `notFrom` do not count.
 */
export const resolveProgram = (
  name: string,
  { path, cwd, notFrom = [] }: { readonly path: string; readonly cwd: string; readonly notFrom?: readonly string[] },
): string | null => {
  const isFit = (file: string) => isExecutable(file) && foreignPart(file, notFrom) === null;
  if (name === "" || name.includes("\0")) return null;
  if (name.includes("/")) {
    const file = resolve(cwd, name);
    return isFit(file) ? file : null;
  }
  for (const entry of path.split(":")) {
    if (!isAbsolute(entry)) continue;
    const file = join(entry, name);
    if (isFit(file)) return file;
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
