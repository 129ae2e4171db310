import { notePlace, notesInWords } from "@llmch/app/drawing";
import type { ReviewNoteStory, ReviewStory } from "@llmch/story";
import { labelled, type Page } from "./page.ts";

/** A review of a proposal: a summary in numbers, then each of its notes. */
export const reviewLines = ({ round, fault, notes }: ReviewStory, page: Page): readonly string[] => [
  ...labelled("review", `${round === 1 ? "" : `round ${round}: `}${fault ?? notesInWords(notes)}`, page),
  ...notes.flatMap((note) => noteLines(note, page)),
];

const noteLines = (note: ReviewNoteStory, page: Page): readonly string[] => {
  const place = notePlace(note);
  const standing = note.standing === "blocks" ? "back to the author" : note.standing;
  const because = note.because === null ? "" : `; ${note.because}`;
  return labelled(note.severity, `${place === null ? "" : `${place}: `}${note.claim} (${standing}${because})`, page);
};
