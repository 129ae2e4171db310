import { capsInWords, decisionInWords, type RunStory, reviewedInWords } from "@llmch/story";
import { html, type Markup } from "../markup/html.ts";
import { cost, duration, moment, tokens } from "./figures.ts";
import { longText } from "./long-text.ts";
import { verdictBadge } from "./mark.ts";
import { recordNotice } from "./record.ts";

/** A name and its value at the head of the page. */
export type Fact = readonly [name: string, value: Markup | string | null];

/** What one kind of run has of its own at the head of its page. */
export interface Head {
  readonly kind: string;
  readonly title: Markup | string;
  /** The first large figure. */
  readonly figure: Fact;
  readonly facts: readonly Fact[];
  /** What a reader should know first: what stopped the run. */
  readonly notes?: Markup | null;
  /** How many defects the record has, if not only the run's own count. */
  readonly faults?: number;
}

/** A page of a run: its head, and everything below. */
export interface RunPage {
  readonly head: Head;
  readonly main: Markup;
}

/** The result of a run, and what belongs to it. */
export const headView = (story: RunStory, head: Head): Markup => html`
<header class="head">
<p class="kind">${head.kind} <code>${story.run_id}</code></p>
<h1>${verdictBadge(story)} ${head.title}</h1>
${factsView(story, head)}
</header>`;

/** What stopped a run, its figures and its facts. Leaves out unknown ones. */
export const factsView = (story: RunStory, { figure, facts, notes = null, faults }: Head): Markup => html`
${notes}${story.kind !== "factory" && story.warnings.map((warning) => html`<p class="callout warn"><strong>Warning:</strong> ${longText(warning, null)}</p>`)}${recordNotice(faults ?? story.faults.length)}
<dl class="figures">${[figure, ...takenBy(story)].map(fact)}</dl>
<dl class="facts">${[...factsOfAll(story), ...facts, pullRequestOf(story), ...decisionsOf(story), ...whenOf(story)].map(fact)}</dl>`;

/** What was taken of the budget, with the other caps, and who reviewed what. */
const factsOfAll = (story: RunStory): readonly Fact[] => [
  ["Caps", story.kind === "ask" ? null : capsInWords(story).join(", ") || null],
  ["Reviewed", reviewedInWords(story)],
];

/** Only an address on GitHub is a link: no text decides to which host one leads. */
const pullRequestOf = ({ pull_request: url }: RunStory): Fact => {
  const [, path] = /^https:\/\/github\.com\/(.*)$/.exec(url ?? "") ?? [];
  return ["Pull request", path === undefined ? code(url) : html`<a href="https://github.com/${path}">${url ?? ""}</a>`];
};

/** Who decided what. */
const decisionsOf = ({ decisions = [] }: RunStory): readonly Fact[] =>
  decisions.map((each) => [
    "Decision",
    html`${decisionInWords(each)} ${each.decided === null ? "" : moment(each.decided.at)}`,
  ]);

const takenBy = ({ duration_ms, spending }: RunStory): readonly Fact[] => [
  ["Duration", duration(duration_ms)],
  ["Tokens", tokens(spending)],
  ["Cost", cost(spending)],
];

const whenOf = ({ started_at, last_at, verdict, exit_code }: RunStory): readonly Fact[] => [
  ["Started", started_at === null ? null : moment(started_at)],
  [verdict === null ? "Last heard of" : "Ended", last_at === null ? null : moment(last_at)],
  ["Exit code", exit_code === null ? null : String(exit_code)],
];

const fact = ([name, value]: Fact): Markup =>
  value === null ? html`` : html`<div><dt>${name}</dt><dd>${value}</dd></div>`;

/** A fact that is a path, a name or an id. */
export const code = (text: string | null | undefined): Markup | null =>
  text == null ? null : html`<code>${text}</code>`;
