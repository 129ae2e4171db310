import { join } from "node:path";
import { type Result, type RunKind, rejected } from "@llmch/contract";
import { type PartAsked, readOwnPart } from "./own-text.ts";
import { isBeingWritten } from "./reserve.ts";
import { entriesOfRun } from "./seal.ts";

/** A view of a run's directory. Whatever is in it, no call throws, blocks or leads out of it. */
export interface RecordedFiles {
  readonly kind: RunKind;
  readonly run_id: string;
  readonly directory: string;
  readonly is_running: boolean;
  /** Names of its files, relative to the directory, sorted. */
  readonly files: readonly string[];
  /** Entries that are not readable files. */
  readonly others: readonly { readonly path: string; readonly why: string }[];
  /** Reads a part of one of `files`. Never opens another name. */
  read(name: string, part: PartAsked): Result<{ readonly text: string; readonly left_out: number }, string>;
}

/** Lists a run's directory. */
export const recordedRun = (root: string, kind: RunKind, runId: string): RecordedFiles => {
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
    read: (name, part) => (known.has(name) ? readOwnPart(join(directory, name), part) : rejected("it is missing")),
  };
};
