import type { RunKind } from "@llmch/contract";
import type { Result } from "@llmch/text";

/** Larger than any run's journal, and read within a second. If something is left out, that is reported. */
export const MAX_JOURNAL_BYTES = 8 * 1024 * 1024;

/** A run's directory, as the source of a story. No call throws, whatever the directory contains. */
export interface RecordedRun {
  readonly kind: RunKind;
  readonly run_id: string;
  /** Absolute. */
  readonly directory: string;
  /** True if a process that may still be alive writes to it. */
  readonly is_running: boolean;
  /** Names of its files, relative to the directory, sorted. */
  readonly files: readonly string[];
  /** Entries that are not readable files: links, pipes, folders without permission. */
  readonly others: readonly { readonly path: string; readonly why: string }[];
  /** A part of one of `files`. The issue says in words why it cannot be read. */
  read(name: string, part: FilePart): Result<PartOfFile, string>;
}

/** At most `bytes` bytes of a file's beginning or end. */
export interface FilePart {
  readonly from: "beginning" | "end";
  readonly bytes: number;
}

export interface PartOfFile {
  readonly text: string;
  /** How many bytes of the file are not in the text. */
  readonly left_out: number;
}

/** The store's other runs, by id; null if there is no such run. */
export type OpenRun = (runId: string) => RecordedRun | null;
