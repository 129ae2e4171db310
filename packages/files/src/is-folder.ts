import { statSync } from "node:fs";

/** True if there is a folder at the path, or a link to one. */
export const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
