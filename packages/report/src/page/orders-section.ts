import { html, type Markup } from "../markup/html.ts";
import { cost, duration, shortCommit, tokens } from "./figures.ts";
import { longText } from "./long-text.ts";
import { badge } from "./mark.ts";
import { type ShownOrder, traitsOf } from "./orders.ts";

/** The orders as a table, and a filter for them that the page's script brings to life. */
export const ordersTable = (orders: readonly ShownOrder[]): Markup => html`
<form class="filter" id="filter" role="search" aria-label="Orders" hidden>
<fieldset><legend class="unseen">Which orders</legend>
<label><input type="radio" name="which" value="all" checked> all</label>
<label><input type="radio" name="which" value="failed"> failed</label>
<label><input type="radio" name="which" value="retried"> retried</label>
</fieldset>
<label class="search"><span class="unseen">Search in orders</span><input type="search" id="search" placeholder="Search   /" autocomplete="off" spellcheck="false"></label>
<button type="button" id="unfold" aria-expanded="false">Unfold all</button>
<p class="size" role="status" aria-live="polite" id="count"></p>
</form>
<div class="wide" tabindex="0" role="group" aria-label="Table of orders">
<table class="orders">
<thead><tr><th scope="col">Order</th><th scope="col">Title</th><th scope="col">Outcome</th><th scope="col" class="number">Attempts</th><th scope="col" class="number">Duration</th><th scope="col" class="more">Tokens</th><th scope="col" class="more number">Cost</th><th scope="col" class="more">Commit</th></tr></thead>
<tbody>${orders.map(row)}</tbody>
</table>
</div>`;

const row = (order: ShownOrder): Markup => {
  const { id, anchor, title, standing, story } = order;
  const { failed, retried } = traitsOf(order);
  const commit = story?.commit ?? null;
  return html`
<tr data-failed="${String(failed)}" data-retried="${String(retried)}"><th scope="row"><a href="#${anchor}">${id}</a></th><td>${longText(title, null)}</td><td>${badge(standing)}</td><td class="number">${story === null ? "–" : story.attempts.length}</td><td class="number">${duration(story?.duration_ms ?? null)}</td><td class="more">${story === null ? "–" : tokens(story.spending)}</td><td class="more number">${story === null ? "–" : cost(story.spending)}</td><td class="more">${commit === null ? "–" : html`<code>${shortCommit(commit.commit)}</code>`}</td></tr>`;
};
