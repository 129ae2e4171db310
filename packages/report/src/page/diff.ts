import type { Comparison, DiffLine, DiffRow } from "../compare/compare-texts.ts";
import { deferred, escapedBytes, html, type Markup } from "../markup/html.ts";
import { grouped } from "./figures.ts";

type Changed = Extract<Comparison, { kind: "changed" }>;

/** Bytes for everything besides texts: the frame with its note, a run of rows, and each row. */
const BYTES_OF_THE_FRAME = 240;
const BYTES_OF_A_RUN = 40;
const BYTES_OF_A_ROW = { same: 72, changed: 48 };

/**
 * A comparison side by side. On a narrow page, removed lines are above added ones. A line's element and sign show whether it was
 * removed or added, not only its colour.
 */
export const diff = (label: string, { hunks }: Changed, file: string): Markup => {
  const rows = hunks.flatMap(({ runs }, index) => runs.map((run) => ({ run, hunk: index })));
  const sizes = rows.map(({ run }) => run.reduce((sum, row) => sum + bytesOf(row), BYTES_OF_A_RUN));
  const bytes = sizes.reduce((sum, size) => sum + size, BYTES_OF_THE_FRAME);
  const whole = (allowance: number): Markup => {
    let left = allowance - BYTES_OF_THE_FRAME;
    const shown: Markup[] = [];
    for (const [index, { run, hunk }] of rows.entries()) {
      const kept = (sizes[index] ?? 0) <= left ? run : rowsWithin(run, left);
      left -= sizes[index] ?? 0;
      if (index > 0 && rows[index - 1]?.hunk !== hunk) shown.push(html`<hr>`);
      shown.push(html`<div class="run ${run[0]?.kind ?? ""}">${kept.map(rowOf)}</div>`);
      if (kept.length < run.length) break;
    }
    const rest =
      bytes > allowance ? html`<p class="cut">… the rest is left out here; all of it is in ${file} …</p>` : null;
    return html`<div class="diff" role="group" aria-label="${label}" tabindex="0">${shown}</div>${rest}`;
  };
  return deferred(bytes, whole);
};

/** How many lines were added and removed, in words and in signs. */
export const changeCounts = ({ added, removed }: Changed): Markup =>
  html`<span class="size"><ins>+${grouped(added)}</ins> <del>−${grouped(removed)}</del></span>`;

const rowsWithin = (run: readonly DiffRow[], allowance: number): readonly DiffRow[] => {
  let left = allowance;
  return run.filter((row) => {
    left -= bytesOf(row);
    return left >= 0;
  });
};

const bytesOf = ({ kind, before, after }: DiffRow): number => BYTES_OF_A_ROW[kind] + lengthOf(before) + lengthOf(after);

const lengthOf = (line: DiffLine | null): number =>
  line === null ? 0 : line.spans.reduce((sum, { text, changed }) => sum + escapedBytes(text) + (changed ? 13 : 0), 0);

/** A screen reader reads unchanged lines once: their copy on the right is only for the eye. */
const rowOf = ({ kind, before, after }: DiffRow): Markup => {
  if (kind === "same") {
    return html`<span data-n="${before?.number ?? ""}">${textOf(before)}</span><span data-n="${after?.number ?? ""}" aria-hidden="true">${textOf(after)}</span>`;
  }
  const gone = before === null ? html`<i></i>` : html`<del data-n="${before.number}">${textOf(before)}</del>`;
  const come = after === null ? html`<i></i>` : html`<ins data-n="${after.number}">${textOf(after)}</ins>`;
  return html`${gone}${come}`;
};

const textOf = (line: DiffLine | null): Markup =>
  html`${(line?.spans ?? []).map(({ text, changed }) => (changed ? html`<mark>${text}</mark>` : html`${text}`))}`;
