import { chmodSync, lstatSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { errnoOf } from "./errno.ts";

/** Removes a file, or a folder with its content, on systems that cannot address open directories. */
export const removeByPath = (path: string): void => {
  try {
    removeNow(path);
  } catch (fault) {
    if (!["EACCES", "EPERM"].includes(errnoOf(fault) ?? "")) throw fault;
    openFolders(path);
    removeNow(path);
  }
};

// A process that is about to end may still write there, so retry on ENOTEMPTY.
const removeNow = (path: string): void => rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 40 });

const openFolders = (path: string): void => {
  if (!lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  chmodSync(path, 0o700);
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isDirectory()) openFolders(join(path, entry.name));
  }
};
