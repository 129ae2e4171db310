import type { RepoPath } from "@llmch/contract";
import type { Outline } from "@llmch/languages";

/** What is at a path of the worktree. Never follows links. */
export type FileState =
  /** `twin` is an existing path that differs only in spelling. */
  | { readonly kind: "missing"; readonly twin?: string }
  | StandingFile
  /** A write is forbidden: the path is or goes through a link, a submodule, or a device. `why` says which. */
  | { readonly kind: "blocked"; readonly why: string }
  /** A write is impossible: the path is a directory, or one of its parents is a file. */
  | { readonly kind: "obstructed"; readonly why: string };

export interface StandingFile {
  readonly kind: "file";
  readonly sha256: string;
  readonly bytes: number;
  /** Null if the file is too large to hold in memory. */
  readonly data: Uint8Array | null;
  /** Null if the bytes are not UTF-8. */
  readonly text: string | null;
  /** The text with U+FFFD for bytes that are not UTF-8. Null if all bytes are UTF-8, or if it is not text at all. */
  readonly marked: string | null;
  readonly executable: boolean;
}

/** Read access to a repo's files. */
export interface Files {
  /** Paths of all files tracked at the baseline, sorted by code point; names that are not UTF-8 are left out. */
  trackedFiles(): Promise<readonly string[]>;
  /** Paths of all existing files, tracked or not, without ignored files and dependency folders. */
  presentFiles(): Promise<readonly string[]>;
  inspect(path: RepoPath): Promise<FileState>;
  /** True if there is a file at the path, also through a link inside the repo. */
  isFile(path: RepoPath): Promise<boolean>;
}

/** Parses texts. Null if the file's language is unknown, or the parser gives up. */
export interface Outlines {
  outlineOf(path: string, text: string): Promise<Outline | null>;
}
