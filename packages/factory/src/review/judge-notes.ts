import { isGrave, type ReviewNote, repoPath, type WorkOrder } from "@llmch/contract";
import type { Files } from "../job/ports.ts";

/** A note, and why its severity was lowered; null if it was not. */
export interface JudgedNote {
  readonly note: ReviewNote;
  readonly lowered: string | null;
}

/** Lowers grave notes that give no evidence, or name a file that does not exist. */
export const judgeNotes = async (
  notes: readonly ReviewNote[],
  order: Pick<WorkOrder, "allowed_files">,
  changed: ReadonlySet<string>,
  files: Pick<Files, "isFile">,
): Promise<readonly JudgedNote[]> => {
  const judged: JudgedNote[] = [];
  for (const note of notes) {
    const why = isGrave(note.severity) ? await whyLowered(note, order, changed, files) : null;
    judged.push(why === null ? { note, lowered: null } : lowered(note, why));
  }
  return judged;
};

/** The same note, at a severity that blocks nothing. */
export const lowered = (note: ReviewNote, why: string): JudgedNote => ({
  note: { ...note, severity: "minor" },
  lowered: why,
});

const whyLowered = async (
  { path: raw, evidence }: ReviewNote,
  { allowed_files }: Pick<WorkOrder, "allowed_files">,
  changed: ReadonlySet<string>,
  files: Pick<Files, "isFile">,
): Promise<string | null> => {
  if (evidence === null) return "it names no sentence that it rests on";
  if (raw === null) return null;
  const path = repoPath(raw);
  const isKnown = path !== null && (changed.has(path) || allowed_files.includes(path) || (await files.isFile(path)));
  return isKnown ? null : "there is no such file, in the change or in the repository";
};
