import { html, type Markup } from "../markup/html.ts";

/** A name and its value at the head of the page. */
export type Fact = readonly [name: string, value: Markup | string | null];

export interface Head {
  readonly kind: string;
  readonly run: string;
  readonly verdict: Markup;
  readonly title: Markup | string;
  /** The large figures. */
  readonly figures: readonly Fact[];
  readonly facts: readonly Fact[];
  /** What a reader should know first: what stopped the run, warnings. */
  readonly notes: Markup;
}

/** Result, figures and facts of a run. Leaves out unknown ones. */
export const headView = ({ kind, run, verdict, title, figures, facts, notes }: Head): Markup => html`
<header class="head">
<p class="kind">${kind} <code>${run}</code></p>
<h1>${verdict} ${title}</h1>
${notes}
<dl class="figures">${figures.map(fact)}</dl>
<dl class="facts">${facts.map(fact)}</dl>
</header>`;

const fact = ([name, value]: Fact): Markup =>
  value === null ? html`` : html`<div><dt>${name}</dt><dd>${value}</dd></div>`;

/** A fact that is a path, a name or an id. */
export const code = (text: string | null | undefined): Markup | null =>
  text == null ? null : html`<code>${text}</code>`;
