import { join } from "node:path";
import type { RunKind } from "@llmch/contract";
import { rejected } from "@llmch/text";
import { type PartAsked, readOwnPart } from "./own-text.ts";
import { isBeingWritten } from "./reserve.ts";
import { entriesOfRun } from "./seal.ts";

/** A view of a run's directory. Whatever is in it, no call throws, blocks or leads out of it. `others` are entries that are not readable files. */
export const recordedRun = (root: string, kind: RunKind, runId: string) => {
  const directory = join(root, kind, runId);
  const entries = entriesOfRun(directory);
  const files = entries.flatMap(({ path, obstacle }) => (obstacle === null ? [path] : [])).sort();
  const known = new Set(files);
  return {
    kind,
    run_id: runId,
    directory,
    is_running: isBeingWritten(directory),
    files,
    others: entries.flatMap(({ path, obstacle }) => (obstacle === null ? [] : [{ path, why: obstacle }])),
    /** Reads a part of one of `files`. Never opens another name. */
    read: (name: string, part: PartAsked) =>
      known.has(name) ? readOwnPart(join(directory, name), part) : rejected("it is missing"),
  };
};
