import { counted } from "@llmch/text";
import { cutMiddle } from "../markup/allowance.ts";
import { deferred, escapedBytes, html, type Markup, openIf } from "../markup/html.ts";

/** The size of the note that replaces the cut part of a text. */
const NOTE_BYTES = 180;

/** Titles, paths and the like are never cut, so they need not be measured. */
const SHORT = 64;

/** The size of the tags that `show` may put around a line. */
const TAG_BYTES = 11;

const asItIs = (text: string): Markup => html`${text}`;

/**
 * A text of any length, cut in its middle if the page would grow too large.
 * @param file names the file with the full text
 * @param show what becomes of the text, or of the parts of it that are left: a pair of tags a line at most
 */
export const longText = (text: string, file: string | null, show: (text: string) => Markup = asItIs): Markup => {
  if (text.length <= SHORT) return show(text);
  const bytes = escapedBytes(text) + (show === asItIs ? 0 : TAG_BYTES * text.split("\n").length);
  return deferred(bytes, (allowance) => {
    if (bytes <= allowance) return show(text);
    const kept = Math.max(0, allowance - NOTE_BYTES) / bytes;
    const { head, tail, left_out } = cutMiddle(text, Math.floor(text.length * kept));
    const where = file === null ? "" : `; all of it: ${file}`;
    return html`${show(head)}<span class="cut">… ${counted(left_out, "character")} left out here${where} …</span>${show(tail)}`;
  });
};

/** A text that keeps its line breaks. */
export const verbatim = (text: string, file: string | null): Markup =>
  html`<pre tabindex="0"><code>${longText(text, file)}</code></pre>`;

/** A text folded under its name and size. */
export const folded = (
  name: Markup | string,
  text: string | null,
  { file = null, open = false }: { readonly file?: string | null; readonly open?: boolean } = {},
): Markup | null => {
  if (text === null || text === "") return null;
  return html`<details class="fold"${openIf(open)}><summary>${name} <span class="size">${size(text)}</span></summary>${verbatim(text, file)}</details>`;
};

const size = (text: string): string => {
  const lines = text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
  return lines > 1 ? counted(lines, "line") : `${text.length} characters`;
};

/** Paragraphs by a person or a model. */
export const prose = (text: string): Markup => html`<p class="prose">${longText(text, null)}</p>`;

const MOST_ITEMS = 200;

/** A list's items, as many as anybody would read. */
export const items = <Item>(all: readonly Item[], show: (item: Item) => Markup): Markup => {
  const more = all.length - MOST_ITEMS;
  return html`${all.slice(0, MOST_ITEMS).map((item) => html`<li>${show(item)}</li>`)}${more > 0 && html`<li class="cut">… and ${more} more</li>`}`;
};

/** Paths or commands, each on its own line. */
export const codeList = (texts: readonly string[]): Markup =>
  html`<ul class="codes">${items(texts, (text) => html`<code>${longText(text, null)}</code>`)}</ul>`;
