import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { RunKind } from "@llmch/contract";
import { type Journal, type JournalFault, readJournal } from "@llmch/contract/journals";
import { faultInWords } from "@llmch/files";
import { accepted, type Result, rejected } from "@llmch/text";
import { ownLines } from "./own-text.ts";

/** A run's directory as an earlier process left it. */
export interface StoredRun {
  readonly kind: RunKind;
  readonly runId: string;
  readonly directory: string;
  readonly journal: Journal & { readonly wholeBytes: number };
  /** Complete lines of `exchanges.jsonl`. */
  readonly exchanges: { readonly text: string; readonly wholeBytes: number };
}

/** Reads what a resumed run needs. An unusable journal is an issue, by name. Throws nothing but "interrupted". */
export const readStoredRun = async (
  root: string,
  kind: RunKind,
  runId: string,
  signal?: AbortSignal,
): Promise<Result<StoredRun, JournalFault>> => {
  // Some callers read thousands of runs.
  await setImmediate();
  if (signal?.aborted === true) throw new Error("interrupted");
  try {
    return storedRun(root, kind, runId);
  } catch (fault) {
    // A folder, a link or a pipe in place of a file, or no permission to read it.
    return rejected({ kind: "damaged", message: `it cannot be read (${faultInWords(fault)})`, line: 1 });
  }
};

const storedRun = (root: string, kind: RunKind, runId: string): Result<StoredRun, JournalFault> => {
  const directory = join(root, kind, runId);
  const events = ownLines(join(directory, "events.jsonl"));
  const journal = readJournal(events.text);
  if (!journal.ok) return rejected(journal.issues[0]);
  return accepted({
    kind,
    runId,
    directory,
    journal: { ...journal.value, wholeBytes: events.wholeBytes },
    exchanges: ownLines(join(directory, "exchanges.jsonl")),
  });
};
