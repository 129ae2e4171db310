import { existsSync, realpathSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";

/** The path with the links in its existing part resolved. The part that does not exist yet stays as it is. */
export const realLocation = (path: string): string => {
  const absolute = resolve(path);
  try {
    return realpathSync.native(absolute);
  } catch {
    const parent = dirname(absolute);
    return parent === absolute ? absolute : join(realLocation(parent), basename(absolute));
  }
};

/** True if `path` is `directory` or is inside it, going only by the names. */
export const isInside = (directory: string, path: string): boolean => {
  const between = relative(directory, path);
  return between === "" || (between !== ".." && !between.startsWith(`..${sep}`) && !between.startsWith("/"));
};

/**
 * The root of the checkout that contains a directory, links resolved: the nearest folder upwards with a `.git` of any kind; null
 * if there is none. Does not ask git: that would cost more than all else.
 */
export const checkoutAt = (directory: string): string | null => {
  for (let folder = realLocation(directory); ; folder = dirname(folder)) {
    if (existsSync(join(folder, ".git"))) return folder;
    if (dirname(folder) === folder) return null;
  }
};
