import type { ProposedWrite } from "./story.ts";

/** What a write changes, as two texts to compare; null if it changes no text, or the change is unknown. */
export interface ProposedChange {
  readonly before: string | null;
  readonly after: string | null;
  /** True if only the texts that edits find and insert are known, but not the rest of the file. */
  readonly isPart: boolean;
}

/** The texts of a write: the file before and after it, or as much of it as its edits show. */
export const proposedChange = ({ base, content, edits }: ProposedWrite): ProposedChange => {
  const before = base.kind === "text" ? base.text : null;
  if (content !== null || edits.length === 0) return { before, after: content, isPart: false };
  const joined = (part: "find" | "replace") => `${edits.map((edit) => edit[part]).join("\n")}\n`;
  return { before: joined("find"), after: joined("replace"), isPart: true };
};

/**
 * True if two writes of a path give texts that can be compared: both were made in the same way, and both are known in full or
 * both in part. Edits that do not apply give fragments, and a whole file after them would differ everywhere.
 */
export const areComparable = (before: ProposedWrite, after: ProposedWrite): boolean =>
  before.kind === after.kind &&
  before.rename_to === after.rename_to &&
  proposedChange(before).isPart === proposedChange(after).isPart;

/** The path and, for a renamed file, the new path. */
export const pathsInWords = ({ path, rename_to }: Pick<ProposedWrite, "path" | "rename_to">): string =>
  rename_to === null ? path : `${path} → ${rename_to}`;
