import { type FileWrite, type RepoPath, SHA256_OF_NOTHING } from "@llmch/contract";
import type { FileState } from "../ports.ts";
import { editsBetween } from "./edits-between.ts";

/** The write that makes a drafted file from its base: a large file's changes as edits, and everything else as a whole. */
export const writeBetween = (
  path: RepoPath,
  base: FileState,
  text: string | null,
  wholeFileBytes: number,
): FileWrite => {
  const of = { path, base_sha256: base.kind === "file" ? base.sha256 : SHA256_OF_NOTHING };
  if (text === null) return { ...of, kind: "delete" };
  const isLarge = base.kind === "file" && base.bytes > wholeFileBytes;
  const edits = isLarge && base.text !== null ? editsBetween(base.text, text) : null;
  return edits === null ? { ...of, kind: "content", content: text } : { ...of, kind: "edits", edits };
};
