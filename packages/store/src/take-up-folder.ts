import { lstatSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { syncDirectory } from "@llmch/files";

/** Moves the contents of a folder of a run to the run's own directory, replacing what is there. Nothing leaves the run. */
export const takeUpFolder = (directory: string, folder: string): void => {
  move(join(directory, folder), directory);
  // The journal is about to say that the contents count.
  syncDirectory(directory);
};

const move = (from: string, to: string): void => {
  for (const entry of entriesOf(from)) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    const standing = lstatSync(target, { throwIfNoEntry: false });
    if (entry.isDirectory() && standing?.isDirectory() === true) {
      move(source, target);
      continue;
    }
    if (standing !== undefined) rmSync(target, { recursive: true, force: true });
    renameSync(source, target);
  }
  rmSync(from, { recursive: true, force: true });
};

const entriesOf = (folder: string) =>
  lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() === true
    ? readdirSync(folder, { withFileTypes: true })
    : [];
