import type { ProposedWrite } from "./story.ts";

/** What a write changes, as two texts to compare; null where there is none, or it is not known. */
export interface ProposedChange {
  readonly before: string | null;
  readonly after: string | null;
  /** True where only what edits look for and put there is known, and nothing of the file around. */
  readonly isPart: boolean;
}

/** The texts of a write: the file before and after it, or as much of them as its edits tell. */
export const proposedChange = ({ base, content, edits }: ProposedWrite): ProposedChange => {
  const before = base.kind === "text" ? base.text : null;
  if (content !== null || edits.length === 0) return { before, after: content, isPart: false };
  const joined = (part: "find" | "replace") => `${edits.map((edit) => edit[part]).join("\n")}\n`;
  return { before: joined("find"), after: joined("replace"), isPart: true };
};

/**
 * True where two writes of a path leave texts that can be compared: done in the same way, and both known as a whole or both in
 * part. Edits that fit nowhere leave pieces, of which the whole file that comes after them would differ everywhere.
 */
export const areComparable = (before: ProposedWrite, after: ProposedWrite): boolean =>
  before.kind === after.kind &&
  before.rename_to === after.rename_to &&
  proposedChange(before).isPart === proposedChange(after).isPart;

/** The path, and for a renamed file where it goes. */
export const pathsInWords = ({ path, rename_to }: Pick<ProposedWrite, "path" | "rename_to">): string =>
  rename_to === null ? path : `${path} → ${rename_to}`;
