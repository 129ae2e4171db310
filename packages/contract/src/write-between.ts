import { editsBetween, SHA256_OF_NOTHING } from "@llmch/text";
import type { FileWrite } from "./proposal.ts";
import type { RepoPath } from "./repo-path.ts";

/** What a write starts from: a file, with its text if known, or no readable file. */
type Base =
  | { readonly kind: "file"; readonly sha256: string; readonly bytes: number; readonly text: string | null }
  | { readonly kind: "missing" | "blocked" | "obstructed" };

/** The write that turns a base into a file's new text: edits for a large file, the whole content for everything else. */
export const writeBetween = (path: RepoPath, base: Base, text: string | null, wholeFileBytes: number): FileWrite => {
  const of = { path, base_sha256: base.kind === "file" ? base.sha256 : SHA256_OF_NOTHING };
  if (text === null) return { ...of, kind: "delete" };
  const isLarge = base.kind === "file" && base.bytes > wholeFileBytes;
  const edits = isLarge && base.text !== null ? editsBetween(base.text, text) : null;
  return edits === null ? { ...of, kind: "content", content: text } : { ...of, kind: "edits", edits };
};
