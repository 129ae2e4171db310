import { cp } from "node:fs/promises";

/** Copies a folder's content into another folder, and makes that one if it is missing. Throws the machine's fault. */
export const copyFolder = (from: string, to: string): Promise<void> =>
  cp(from, to, { recursive: true, force: true, errorOnExist: false });
