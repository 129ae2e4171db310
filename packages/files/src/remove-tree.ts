import { chmodSync, lstatSync, readdirSync, rmdirSync, rmSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { entriesIn } from "./entries-in.ts";
import { errnoOf } from "./errno.ts";
import { startTurns, type Turns } from "./turns.ts";

/**
 * Removes a file, or a folder with its content. Removes links and never follows them. First opens folders that a command left
 * without write permission. Throws if something stays.
 */
export const removeTree = (path: string): void => {
  try {
    removeNow(path);
  } catch (fault) {
    if (!["EACCES", "EPERM"].includes(errnoOf(fault) ?? "")) throw fault;
    openFolders(path);
    removeNow(path);
  }
};

// A process that is just ending may still write there, so ENOTEMPTY is tried again.
const removeNow = (path: string): void => rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 40 });

const openFolders = (path: string): void => {
  if (!lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  chmodSync(path, 0o700);
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isDirectory()) openFolders(join(path, entry.name));
  }
};

/** The same in turns, for what may have any number of files. */
export const removeTreeInTurns = async (path: string, turns = startTurns()): Promise<void> => {
  try {
    if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) await removeFolder(path, turns);
  } catch {
    // Whatever is in the way, the other one deals with it.
  }
  removeTree(path);
};

const removeFolder = async (folder: string, turns: Turns): Promise<void> => {
  for (const entry of await entriesIn(folder, turns)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await removeFolder(path, turns);
    else unlinkSync(path);
    if (turns.isOver()) await turns.take();
  }
  rmdirSync(folder);
};
