import type { ProposalStory, ProposedWrite } from "@llmch/story";
import { compareTexts } from "../compare/compare-texts.ts";
import type { Effort } from "../compare/effort.ts";
import { flag, html, type Markup } from "../markup/html.ts";
import { changeCounts, diff } from "./diff.ts";
import { folded, longText, prose } from "./long-text.ts";

/** What a proposal is shown with. */
export interface ProposalPlace {
  /** Where the proposal is kept. */
  readonly file: string;
  readonly effort: Effort;
  /** Whether its changes are unfolded. */
  readonly open: boolean;
}

/** What a model wanted to write, each file against the one that it was based on. */
export const proposalView = ({ summary, writes }: ProposalStory, place: ProposalPlace): Markup => html`
<h5>Proposal</h5>
${prose(summary)}
${writes.map((write) => writeView(write, place))}`;

const writeView = ({ path, content, base }: ProposedWrite, place: ProposalPlace): Markup => {
  const { file, open } = place;
  if (base.kind === "text") return changesView(path, base.text, content, place);
  const note = base.kind === "missing" ? "new file" : "what it was based on is not known any more";
  return (
    folded(html`${pathOf(path)} <span class="size">${note},</span>`, content, { file, open }) ??
    unchanged(path, `${note}, empty`)
  );
};

/** One file's changes, folded under its path. */
export const changesView = (
  path: string,
  before: string,
  after: string,
  { file, effort, open }: ProposalPlace,
): Markup => {
  const found = compareTexts(before, after, effort);
  if (found.kind === "same") return unchanged(path, "unchanged");
  if (found.kind === "too-large") {
    const name = html`${pathOf(path)} <span class="size">too much differs to compare: the new text,</span>`;
    return folded(name, after, { file }) ?? unchanged(path, "emptied");
  }
  return html`<details class="fold"${flag("open", open)}><summary>${pathOf(path)} ${changeCounts(found)}</summary>${diff(`Changes to ${path}`, found, file)}</details>`;
};

/** What is different from the attempt before: which files, and in each of them what. */
export const sinceView = (before: ProposalStory, after: ProposalStory, place: ProposalPlace): Markup => {
  const earlier = new Map(before.writes.map(({ path, content }) => [path, content]));
  const later = new Set(after.writes.map(({ path }) => path));
  const dropped = before.writes.filter(({ path }) => !later.has(path));
  return html`
${after.writes.map(({ path, content }) => {
  const text = earlier.get(path);
  if (text !== undefined) return changesView(path, text, content, place);
  return (
    folded(html`${pathOf(path)} <span class="size">not written before,</span>`, content, place) ??
    unchanged(path, "not written before, empty")
  );
})}
${dropped.map(({ path }) => unchanged(path, "not written any more"))}`;
};

const pathOf = (path: string): Markup => html`<code>${longText(path, null)}</code>`;

const unchanged = (path: string, how: string): Markup =>
  html`<p class="fold-none">${pathOf(path)} <span class="size">${how}</span></p>`;
