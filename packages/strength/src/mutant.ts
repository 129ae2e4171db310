import type { RepoPath } from "@llmch/contract";

export type MutantKind = "put_back" | "comparison" | "arithmetic" | "negation" | "dropped" | "early_return";

/** A file made wrong on purpose. */
export interface Mutant {
  readonly path: RepoPath;
  readonly kind: MutantKind;
  /** The first line that changes, from 1; null where the whole file was put back. */
  readonly line: number | null;
  /** The lines as they are and as they become, without the last line end; null where the whole file was put back. */
  readonly before: string | null;
  readonly after: string | null;
  /** The file's whole new text; null: the file is gone. */
  readonly text: string | null;
  /** The name of the function around it; null if there is none. */
  readonly within: string | null;
}

/** A file as an order wrote it. */
export interface ChangedFile {
  readonly path: RepoPath;
  /** Its text before the order; null: it is new. */
  readonly before: string | null;
  readonly after: string;
}
