import type { RepoPath } from "./repo-path.ts";

/** The result of an accepted proposal at one path; each path has one change. */
export type AcceptedChange = FileToWrite | FileToRemove;

export interface FileToWrite {
  readonly kind: "write";
  readonly path: RepoPath;
  readonly content: Uint8Array;
  /** The hash of what the file must still be; a missing file has the hash of no bytes. */
  readonly baseSha256: string;
  /** Set for a file that comes from another path; null if the path keeps its mode. */
  readonly executable: boolean | null;
}

export interface FileToRemove {
  readonly kind: "remove";
  readonly path: RepoPath;
  readonly baseSha256: string;
}

/** Accepted changes as the material for a commit. */
export interface SealedTree {
  /** The commit that the tree is based on. */
  readonly base: string;
  readonly tree: string;
  /** Warnings for the user, a sentence each. */
  readonly warnings: readonly string[];
}
