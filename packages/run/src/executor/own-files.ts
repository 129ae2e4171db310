import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { keptBytes, writeFileAtomic } from "@llmch/files";

/** One agent at a time: their copies would overwrite each other's. */
let turn: Promise<unknown> = Promise.resolve();

/**
 * Lends an agent copies of its own files in a folder within another: a program replaces a file by renaming one over it, which none can do to a
 * file that is mounted. Brings back what it changed, unless the original has changed too, which is said.
 */
export const withOwnFiles = <Value>(
  files: readonly string[],
  within: string,
  warn: (message: string) => Promise<void>,
  use: (folder: string) => Promise<Value>,
): Promise<Value> => {
  const done = turn.then(async () => {
    const folder = mkdtempSync(join(within, "own-"));
    const lent = files.map((file) => ({ file, copy: join(folder, basename(file)), bytes: keptBytes(file) }));
    try {
      for (const { file, copy, bytes } of lent) writeFileSync(copy, bytes ?? "", { mode: statSync(file).mode });
      const value = await use(folder);
      for (const { file, copy, bytes } of lent) {
        const made = keptBytes(copy, "none");
        if (bytes === null || made === null || made.equals(bytes)) continue;
        if (keptBytes(file)?.equals(bytes) === true) await writeFileAtomic(file, made);
        else await warn(`${file} has changed while the agent worked, and stays: what the agent made of it is dropped`);
      }
      return value;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
  turn = done.catch(() => {});
  return done;
};
