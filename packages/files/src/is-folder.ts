import { statSync } from "node:fs";

/** True where a folder stands at the path, or a link to one. */
export const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
