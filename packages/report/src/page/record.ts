import type { RunStory } from "@llmch/story";
import { counted } from "@llmch/text";
import { html, type Markup } from "../markup/html.ts";
import { codeList, items, longText } from "./long-text.ts";

/** The defects of a run's record; nothing if it has none. */
export const recordOf = ({ faults, state }: Pick<RunStory, "faults" | "state">): Markup | null => {
  if (faults.length === 0 && state !== "damaged") return null;
  const lead =
    state === "damaged" ? "The journal cannot be followed to its end." : "Parts of the record were passed over.";
  return html`<div class="callout warn"><p><strong>${lead}</strong></p><ul>${items(faults, ({ file, line, message }) => html`<code>${file}</code>${line === null ? "" : `, line ${line}`}: ${longText(message, null)}`)}</ul></div>`;
};

/** One line at the head of the page, if the record has defects. */
export const recordNotice = (faults: number): Markup | null =>
  faults === 0
    ? null
    : html`<p class="callout warn"><strong>The record has ${counted(faults, "fault")}.</strong> What could be read is shown; <a href="#record">the record</a> and its orders say where.</p>`;

/** Where a run is kept, the defects of its record, and its files. */
export const recordSection = (story: RunStory): Markup => html`
<section id="record" aria-labelledby="record-name">
<h2 id="record-name">The record</h2>
<p>Kept in <code>${story.directory}</code>; <code>llmch audit ${story.run_id}</code> checks that nobody has changed it since.</p>
${story.kind !== "factory" && recordOf(story)}
<details class="fold"><summary>Files of the run <span class="size">${counted(story.files.length, "file")}</span></summary>${codeList(story.files)}</details>
</section>`;
