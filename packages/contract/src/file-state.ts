/** What is at a path of a worktree. Links are never followed. */
export type FileState = StandingFile | NoFile;

export interface StandingFile extends FileBytes {
  readonly kind: "file";
  readonly executable: boolean;
}

/** There is no file that llmch would read. */
export type NoFile =
  /** `twin` is an existing path that differs only in how it is spelled: other file systems treat the two as one. */
  | { readonly kind: "missing"; readonly twin?: string }
  /** A write is forbidden: the path is or goes through a link, a submodule, or a device. `why` says which. */
  | { readonly kind: "blocked"; readonly why: string }
  /** A write is impossible: the path is a directory, or one of its parents is a file. */
  | { readonly kind: "obstructed"; readonly why: string };

/** The content of a file. */
export interface FileBytes {
  readonly sha256: string;
  readonly bytes: number;
  /** Null if there is too much to hold in memory. */
  readonly data: Uint8Array | null;
  /** Null if the bytes are not UTF-8. */
  readonly text: string | null;
  /** The text with U+FFFD for bytes that are not UTF-8; null if all of it is UTF-8, or if it is not text. */
  readonly marked: string | null;
}
