import { notesInWords, type ReviewNoteStory, type ReviewStory } from "@llmch/story";
import { notePlace } from "@llmch/text";
import { html, type Markup } from "../markup/html.ts";
import { items, longText } from "./long-text.ts";

/** A reviewer's opinion of one of an attempt's proposals. */
export const reviewView = ({ round, summary, fault, notes }: ReviewStory, folder: string): Markup => html`
<h5>Review${round > 1 && ` of round ${round}`}: ${fault === null ? notesInWords(notes) : "there is none"}</h5>
${fault !== null && html`<p>${longText(fault, null)}</p>`}
${summary !== null && html`<p class="quiet">${longText(summary, null)}</p>`}
${notes.length > 0 && html`<ul>${items(notes, (note) => noteView(note))}</ul>`}
<p class="quiet"><code>${folder}/review_${round}/review.json</code></p>`;

const STANDINGS = { blocks: "back to the author", kept: "kept", struck: "struck by its own command" } as const;

const noteView = (note: ReviewNoteStory): Markup => {
  const place = notePlace(note);
  return html`<strong>${note.severity}</strong> ${place !== null && html`<code>${longText(place, null)}</code> `}${longText(note.claim, null)} <span class="size">${STANDINGS[note.standing]}${note.because !== null && html`; ${longText(note.because, null)}`}</span>${note.evidence !== null && html` <q>${longText(note.evidence, null)}</q>`}${note.command !== null && html` <code>${longText(note.command, null)}</code>`}`;
};
