import { cp } from "node:fs/promises";
import { makeDirectory } from "./make-directory.ts";

/** Copies a folder's content into another folder, and creates that one if it is missing. Throws the machine's fault. */
export const copyFolder = async (from: string, to: string): Promise<void> => {
  // Otherwise `cp` creates it the way Node does, which may never return.
  makeDirectory(to);
  await cp(from, to, { recursive: true, force: true, errorOnExist: false });
};
