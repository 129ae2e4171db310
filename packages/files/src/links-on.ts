import { lstatSync, readlinkSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";

/** The links on the way to a path, and those that they lead over; no more than a kernel follows. */
export const linksOn = (path: string, most = 40): readonly string[] => {
  const link = pathsTo(resolve(path)).find(isLink);
  if (link === undefined || most === 0) return [];
  return [link, ...linksOn(resolve(dirname(link), readlinkSync(link), relative(link, path)), most - 1)];
};

/** The folders above a path, the outermost first, and the path. */
const pathsTo = (path: string): readonly string[] =>
  dirname(path) === path ? [path] : [...pathsTo(dirname(path)), path];

const isLink = (path: string): boolean => {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  } catch {
    // What cannot be looked at cannot be opened either, which its reader says.
    return false;
  }
};
