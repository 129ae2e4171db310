import { type FileState, type RepoPath, repoPath } from "@llmch/contract";
import type { Outline } from "@llmch/languages";

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

/** The text of a file, by its name from the root; null if it has none. */
export const textAt = async (name: string, { inspect }: Pick<Files, "inspect">): Promise<string | null> => {
  const path = repoPath(name);
  const state = path === null ? null : await inspect(path);
  return state?.kind === "file" ? state.text : null;
};

/** Parses texts. Null if the file's language is unknown, or the parser gives up. */
export interface Outlines {
  outlineOf(path: string, text: string): Promise<Outline | null>;
}
