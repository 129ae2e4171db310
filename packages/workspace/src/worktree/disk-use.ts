import { lstatSync } from "node:fs";
import { join } from "node:path";
import { startTurns } from "@llmch/files";
import { listFiles } from "./snapshot.ts";

/** About how many bytes of disk the files of a folder take, without those in folders `leftOut`. Throws if a file cannot be inspected. */
export const diskUse = async (root: string, leftOut: ReadonlySet<string>): Promise<number> => {
  const turns = startTurns();
  let blocks = 0;
  for (const path of await listFiles(root, leftOut)) {
    blocks += lstatSync(join(root, path), { throwIfNoEntry: false })?.blocks ?? 0;
    if (turns.isOver()) await turns.take();
  }
  return blocks * BLOCK_BYTES;
};

/** The unit of `blocks` on any file system. */
const BLOCK_BYTES = 512;
