import { lstatSync } from "node:fs";
import { join } from "node:path";
import { startTurns } from "@llmch/files";
import { listFiles } from "./snapshot.ts";

/** About how many bytes the files of a folder take on the disk, those in folders `leftOut` not counted. Throws if it cannot be looked at. */
export const diskUse = async (root: string, leftOut: ReadonlySet<string>): Promise<number> => {
  const turns = startTurns();
  let blocks = 0;
  for (const path of await listFiles(root, leftOut)) {
    blocks += lstatSync(join(root, path), { throwIfNoEntry: false })?.blocks ?? 0;
    if (turns.isOver()) await turns.take();
  }
  return blocks * BLOCK_BYTES;
};

/** Whatever the file system's own are. */
const BLOCK_BYTES = 512;
