import { realpathSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";

/** The path with the links of its existing part resolved; what is not there yet stays as it is written. */
export const realLocation = (path: string): string => {
  const absolute = resolve(path);
  try {
    return realpathSync(absolute);
  } catch {
    const parent = dirname(absolute);
    return parent === absolute ? absolute : join(realLocation(parent), basename(absolute));
  }
};

/** True where `path` is `directory` or lies in it, by name alone. */
export const isInside = (directory: string, path: string): boolean => {
  const between = relative(directory, path);
  return between === "" || (between !== ".." && !between.startsWith(`..${sep}`) && !between.startsWith("/"));
};
