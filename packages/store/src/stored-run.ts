import { join } from "node:path";
import { accepted, type Result, type RunKind, rejected } from "@llmch/contract";
import { type Journal, type JournalFault, readJournal } from "@llmch/contract/journals";
import { faultInWords } from "@llmch/files";
import { ownText } from "./own-text.ts";

/** A run's directory as an earlier process left it. */
export interface StoredRun {
  readonly kind: RunKind;
  readonly runId: string;
  readonly directory: string;
  readonly journal: Journal & { readonly wholeBytes: number };
  /** Whole lines of `exchanges.jsonl`. */
  readonly exchanges: { readonly text: string; readonly wholeBytes: number };
}

/** Reads what a resumed run needs. A journal that cannot be used is an issue, by name. Throws nothing. */
export const readStoredRun = (root: string, kind: RunKind, runId: string): Result<StoredRun, JournalFault> => {
  try {
    return storedRun(root, kind, runId);
  } catch (fault) {
    // A folder, a link or a pipe in a file's place, or no permission to read it.
    return rejected({ kind: "damaged", message: `it cannot be read (${faultInWords(fault)})`, line: 1 });
  }
};

const storedRun = (root: string, kind: RunKind, runId: string): Result<StoredRun, JournalFault> => {
  const directory = join(root, kind, runId);
  const events = ownText(join(directory, "events.jsonl"));
  const journal = readJournal(events);
  if (!journal.ok) return rejected(journal.issues[0]);
  const wholeBytes = Buffer.byteLength(events.slice(0, journal.value.wholeLength));
  const recorded = ownText(join(directory, "exchanges.jsonl"));
  const text = recorded.slice(0, recorded.lastIndexOf("\n") + 1);
  return accepted({
    kind,
    runId,
    directory,
    journal: { ...journal.value, wholeBytes },
    exchanges: { text, wholeBytes: Buffer.byteLength(text) },
  });
};
