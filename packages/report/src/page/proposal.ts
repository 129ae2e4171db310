import { type FileDiff, figures } from "@llmch/story";
import { html, type Markup, openIf } from "../markup/html.ts";
import { longText } from "./long-text.ts";

/** What it takes to show a proposal. */
export interface ProposalPlace {
  /** The file with the proposal. */
  readonly file: string;
  /** Whether its changes are unfolded. */
  readonly open: boolean;
}

/** Files of a proposal: the changes of each, folded under its path. */
export const filesView = (files: readonly FileDiff[], { file, open }: ProposalPlace): Markup =>
  html`${files.map((each) => {
    const name = html`<code>${longText(each.path, null)}</code> <span class="size">${figures(each)}</span>`;
    if (each.lines.length === 0) return html`<p class="fold-none">${name}</p>`;
    const text = each.lines.join("\n");
    return html`<details class="fold"${openIf(open)}><summary>${name}</summary><pre class="diff" tabindex="0" role="group" aria-label="Changes to ${each.path}">${longText(text, file, patchView)}</pre></details>`;
  })}`;

/** A line's element and sign show whether it was removed or added, not only its colour. */
export const patchView = (text: string): Markup =>
  html`${text.split(/(?<=\n)/).map((line) => {
    if (line.startsWith("+")) return html`<ins>${line}</ins>`;
    return line.startsWith("-") ? html`<del>${line}</del>` : html`${line}`;
  })}`;
