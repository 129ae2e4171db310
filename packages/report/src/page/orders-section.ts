import { attemptCount } from "@llmch/story";
import { evidenceInWords } from "@llmch/text";
import { html, type Markup } from "../markup/html.ts";
import { cost, duration, shortCommit, tokens } from "./figures.ts";
import { longText } from "./long-text.ts";
import { badge } from "./mark.ts";
import { retriedBadge, type ShownOrder, traitsOf } from "./orders.ts";

/** The orders as a table, with a filter that works through the page's script. */
export const ordersTable = (orders: readonly ShownOrder[]): Markup => {
  const columns = COLUMNS.filter(({ isKnown }) => isKnown === undefined || orders.some(isKnown));
  return html`
<form class="filter" id="filter" role="search" aria-label="Orders" hidden>
<fieldset><legend class="unseen">Which orders</legend>
<label><input type="radio" name="which" value="all" checked> all</label>
<label><input type="radio" name="which" value="failed"> failed</label>
<label><input type="radio" name="which" value="retried"> retried</label>
</fieldset>
<label class="search"><span class="unseen">Search in orders</span><input type="search" id="search" placeholder="Search" autocomplete="off" spellcheck="false"></label>
<button type="button" id="unfold" aria-expanded="false">Unfold all</button>
<p class="size" role="status" aria-live="polite" id="count"></p>
</form>
<div class="wide" tabindex="0" role="group" aria-label="Table of orders">
<table class="orders">
<thead><tr><th scope="col">Order</th><th scope="col">Title</th><th scope="col">Outcome</th>${columns.map(({ name, look }) => html`<th scope="col" class="${look}">${name}</th>`)}</tr></thead>
<tbody>${orders.map((order) => row(order, columns))}</tbody>
</table>
</div>`;
};

/** A column after the first three. One without `isKnown` is always shown. */
interface Column {
  readonly name: string;
  /** `more` is hidden on a narrow page. */
  readonly look: "number" | "more" | "more number";
  readonly cell: (order: ShownOrder) => Markup | string | null;
  readonly isKnown?: (order: ShownOrder) => boolean;
}

const COLUMNS: readonly Column[] = [
  { name: "Attempts", look: "more number", cell: ({ story }) => story && String(attemptCount(story.attempts)) },
  { name: "Duration", look: "number", cell: ({ story }) => story && duration(story.duration_ms) },
  {
    name: "Tokens",
    look: "more",
    cell: ({ story }) => story && tokens(story.spending),
    isKnown: ({ story }) => story !== null && story.spending.unknown < story.spending.answers,
  },
  {
    name: "Cost",
    look: "more number",
    cell: ({ story }) => story && cost(story.spending),
    isKnown: ({ story }) => story !== null && story.spending.cost_usd !== null,
  },
  {
    name: "Commit",
    look: "more",
    cell: ({ story }) => (story?.commit == null ? null : html`<code>${shortCommit(story.commit.commit)}</code>`),
    isKnown: ({ story }) => story?.commit != null,
  },
  {
    name: "Evidence",
    look: "more",
    cell: ({ story }) => (story?.commit?.evidence == null ? null : evidenceInWords(story.commit.evidence)),
    isKnown: ({ story }) => story?.commit?.evidence != null,
  },
];

const row = (order: ShownOrder, columns: readonly Column[]): Markup => {
  const { id, anchor, title, standing } = order;
  const { failed, retried } = traitsOf(order);
  const cells = columns.map(({ look, cell }) => html`<td class="${look}">${cell(order) ?? "–"}</td>`);
  return html`
<tr data-failed="${String(failed)}" data-retried="${String(retried)}"><th scope="row"><a href="#${anchor}">${id}</a></th><td>${longText(title, null)}</td><td>${badge(standing)}${retriedBadge(order)}</td>${cells}</tr>`;
};
