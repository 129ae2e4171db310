import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import {
  accepted,
  type Journal,
  type JournalFault,
  readJournal,
  rejected,
  type Tool,
  type Verdict,
} from "@llmch/contract";
import { faultInWords } from "../files/errno.ts";
import { foldersIn } from "../files/names-in.ts";
import { isTemporaryName } from "../files/write-fully.ts";
import { ownText } from "./own-text.ts";

/** A run's directory as an earlier process left it. */
export interface StoredRun {
  readonly tool: Tool;
  readonly runId: string;
  readonly directory: string;
  readonly journal: Journal & { readonly wholeBytes: number };
  /** Whole lines of `exchanges.jsonl`. */
  readonly exchanges: { readonly text: string; readonly wholeBytes: number };
}

const TOOLS: readonly Tool[] = ["planner", "factory", "run-all"];
const RUN_ID = /^[0-9A-HJKMNP-TV-Z]{26}$/;

/** The runs below an artifacts root, the newest first. Only a folder is one. */
export const storedRuns = (root: string): readonly { readonly tool: Tool; readonly runId: string }[] =>
  TOOLS.flatMap((tool) =>
    foldersIn(join(root, tool))
      .filter((name) => RUN_ID.test(name))
      .map((runId) => ({ tool, runId })),
  ).sort((a, b) => (a.runId < b.runId ? 1 : -1));

/** Reads what is needed to go on with a run. A journal that cannot be used is an issue, by name; nothing is thrown. */
export const readStoredRun = (root: string, tool: Tool, runId: string): Verdict<StoredRun, JournalFault> => {
  try {
    return storedRun(root, tool, runId);
  } catch (fault) {
    // A folder, a link or a pipe in a file's place, or no right to read it.
    return rejected({ kind: "damaged", message: `it cannot be read (${faultInWords(fault)})`, line: 1 });
  }
};

const storedRun = (root: string, tool: Tool, runId: string): Verdict<StoredRun, JournalFault> => {
  const directory = join(root, tool, runId);
  const events = ownText(join(directory, "events.jsonl"));
  const journal = readJournal(events);
  if (!journal.ok) return rejected(journal.issues[0]);
  const wholeBytes = Buffer.byteLength(events.slice(0, journal.value.wholeLength));
  const recorded = ownText(join(directory, "exchanges.jsonl"));
  const text = recorded.slice(0, recorded.lastIndexOf("\n") + 1);
  return accepted({
    tool,
    runId,
    directory,
    journal: { ...journal.value, wholeBytes },
    exchanges: { text, wholeBytes: Buffer.byteLength(text) },
  });
};

/** Removes files that were being written when a run was killed; no whole file has such a name. */
export const removeTemporaryFiles = (folder: string): void => {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) removeTemporaryFiles(path);
    else if (isTemporaryName(entry.name)) rmSync(path, { force: true });
  }
};
