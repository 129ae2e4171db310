import type { RepoPath } from "@llmch/contract";
import type { Outline } from "@llmch/languages";

/** What is at a path of the worktree. Never follows links. */
export type FileState =
  /** `twin` is a path that stands there, and differs only in how it is spelled. */
  | { readonly kind: "missing"; readonly twin?: string }
  | StandingFile
  /** A write is forbidden: there is a link on the way or at the end, a submodule, or a device. `why` says which. */
  | { readonly kind: "blocked"; readonly why: string }
  /** A write is impossible: the path is a directory, or has a file in the place of a directory. */
  | { readonly kind: "obstructed"; readonly why: string };

export interface StandingFile {
  readonly kind: "file";
  readonly sha256: string;
  readonly bytes: number;
  /** Null if there are too many to hold in memory. */
  readonly data: Uint8Array | null;
  /** Null if the bytes are not UTF-8. */
  readonly text: string | null;
  /** The text with U+FFFD for bytes that are not UTF-8. Null if all bytes are UTF-8, or if it is no text at all. */
  readonly marked: string | null;
  readonly executable: boolean;
}

/** Files of a repo, to be read. */
export interface Files {
  /** Paths of all files tracked at the baseline, sorted by code point; names that are not UTF-8 are left out. */
  trackedFiles(): Promise<readonly string[]>;
  /** Paths of all files that exist now, tracked or not, without ignored files and dependency folders. */
  presentFiles(): Promise<readonly string[]>;
  inspect(path: RepoPath): Promise<FileState>;
  /** True if there is a file at the path, also through a link inside the repo. */
  isFile(path: RepoPath): Promise<boolean>;
}

/** Parses texts. Null if the language of a file is not known, or the parser gives up. */
export interface Outlines {
  outlineOf(path: string, text: string): Promise<Outline | null>;
}
