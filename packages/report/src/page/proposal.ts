import type { Effort } from "@llmch/story";
import { areComparable, type ProposalStory, type ProposedWrite, pathsInWords, proposedChange } from "@llmch/story";
import { compareTexts } from "../compare/compare-texts.ts";
import { html, type Markup, openIf } from "../markup/html.ts";
import { changeCounts, diff } from "./diff.ts";
import { folded, longText, prose } from "./long-text.ts";

/** What it takes to show a proposal. */
export interface ProposalPlace {
  /** The file with the proposal. */
  readonly file: string;
  readonly effort: Effort;
  /** Whether its changes are unfolded. */
  readonly open: boolean;
}

/** A model's proposal, each file compared with the one that it was based on. */
export const proposalView = ({ summary, writes }: ProposalStory, place: ProposalPlace): Markup => html`
<h5>Proposal</h5>
${prose(summary)}
${writes.map((write) => writeView(write, place))}`;

const writeView = (write: ProposedWrite, place: ProposalPlace): Markup => {
  const { file, open } = place;
  const { before, after } = proposedChange(write);
  const path = pathsInWords(write);
  const how = write.kind === "rename" ? "renamed" : null;
  if (write.kind === "delete") return unchanged(path, "deleted");
  if (after === null) return unchanged(path, how ?? UNKNOWN);
  if (before !== null) return changesView(path, before, after, place, how);
  const note = write.base.kind === "missing" ? "new file" : UNKNOWN;
  return (
    folded(html`${pathOf(path)} <span class="size">${note},</span>`, after, { file, open }) ??
    unchanged(path, `${note}, empty`)
  );
};

const UNKNOWN = "what it was based on is not known any more";

/**
 * One file's changes, folded under its path.
 * @param how what else is done to the file, in one word
 */
export const changesView = (
  path: string,
  before: string,
  after: string,
  { file, effort, open }: ProposalPlace,
  how: string | null = null,
): Markup => {
  const found = compareTexts(before, after, effort);
  if (found.kind === "same") return unchanged(path, how ?? "unchanged");
  if (found.kind === "too-large") {
    const name = html`${pathOf(path)} <span class="size">too much differs to compare: the new text,</span>`;
    return folded(name, after, { file }) ?? unchanged(path, "emptied");
  }
  return html`<details class="fold"${openIf(open)}><summary>${pathOf(path)}${how === null ? "" : ` ${how}`} ${changeCounts(found)}</summary>${diff(`Changes to ${path}`, found, file)}</details>`;
};

/** What changed since the attempt before: which files, and what in each of them. */
export const sinceView = (before: ProposalStory, after: ProposalStory, place: ProposalPlace): Markup => {
  const earlier = new Map(before.writes.map((write) => [write.path, write]));
  const later = new Set(after.writes.map(({ path }) => path));
  const dropped = before.writes.filter(({ path }) => !later.has(path));
  return html`
${after.writes.map((write) => {
  const old = earlier.get(write.path);
  const text = proposedChange(write).after;
  const path = pathsInWords(write);
  if (old !== undefined && areComparable(old, write)) {
    return changesView(path, proposedChange(old).after ?? "", text ?? "", place);
  }
  if (old !== undefined || text === null) return writeView(write, place);
  return (
    folded(html`${pathOf(path)} <span class="size">not written before,</span>`, text, place) ??
    unchanged(path, "not written before, empty")
  );
})}
${dropped.map((write) => unchanged(pathsInWords(write), "not written any more"))}`;
};

const pathOf = (path: string): Markup => html`<code>${longText(path, null)}</code>`;

const unchanged = (path: string, how: string): Markup =>
  html`<p class="fold-none">${pathOf(path)} <span class="size">${how}</span></p>`;
