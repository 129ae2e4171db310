import type { FileWrite, StandingFile } from "@llmch/contract";

/** A file as an answer left it before it was undone. A later answer may build on it (contract §5). */
export interface MadeFile {
  readonly state: StandingFile & { readonly text: string };
  readonly attempt: number;
  /** True if the answer contains all of it, because it does not build on an earlier answer. */
  readonly isTold: boolean;
}

export type MadeFiles = ReadonlyMap<string, MadeFile>;

export const NOTHING_MADE: MadeFiles = new Map();

/** The content of an earlier answer that a write builds on, if any. */
export const madeBase = (write: FileWrite, path: string, made: MadeFiles): MadeFile["state"] | undefined => {
  const state = made.get(path)?.state;
  const isWritten = write.kind === "edits" || write.kind === "content";
  return isWritten && state?.sha256 === write.base_sha256.toLowerCase() ? state : undefined;
};
