import { cp } from "node:fs/promises";
import { makeDirectory } from "./make-directory.ts";

/**
 * Copies a folder's content into another folder, and creates that one if it is missing. Throws the machine's fault, and at a file that is
 * there already unless it may replace files.
 */
export const copyFolder = async (from: string, to: string, replaces: boolean): Promise<void> => {
  // Otherwise `cp` creates it the way Node does, which may never return.
  makeDirectory(to);
  await cp(from, to, { recursive: true, force: replaces, errorOnExist: !replaces });
};
