import {
  type BuildStory,
  buildInWords,
  buildName,
  buildStop,
  costInWords,
  knownCost,
  type WindowStory,
} from "@llmch/story";
import { evidenceInWords } from "@llmch/text";
import { html, type Markup, openIf } from "../markup/html.ts";
import { goOnWith, type ToldFirst } from "./factory-page.ts";
import { cost, shortCommit } from "./figures.ts";
import { code, type Head, type RunPage } from "./head.ts";
import { codeList, items, longText } from "./long-text.ts";
import { badge, isBad, type Shown } from "./mark.ts";
import { recordSection } from "./record.ts";

/** The page of a build: its milestones, what changed its way, and its windows, whose runs are named by command. */
export const buildPage = (story: BuildStory, { next = [], linkTo = reportCommand }: ToldFirst): RunPage => {
  const { spec, config, branch, milestones, windows, changes, notes, scoped, bound } = story;
  const why = buildStop(story);
  const head: Head = {
    kind: "llmch build",
    title: `${buildName(story)}: ${buildInWords(story)}`,
    figure: ["Windows", String(windows.length)],
    facts: [
      ["Spec", code(spec)],
      ["Repo", code(config?.repo)],
      ["Branch", code(branch)],
      ["Evidence", story.evidence === undefined ? null : evidenceInWords(story.evidence)],
    ],
    notes:
      why === ""
        ? null
        : html`<p class="callout ${story.needs.length > 0 ? "warn" : "bad"}">${longText(why, null)}${bound !== null && html`: ${bound.hint}`}</p>${goOnWith(next)}`,
  };
  const main = html`
${
  scoped &&
  html`
<section id="milestones" aria-labelledby="milestones-name">
<h2 id="milestones-name">Milestones</h2>
${milestones.length === 0 ? html`<p class="quiet">There is no scope yet.</p>` : milestoneTable(story)}
</section>`
}
${
  changes.length > 0 &&
  html`
<section id="changes" aria-labelledby="changes-name">
<h2 id="changes-name">What changed, and why</h2>
<ol>${items(changes, ({ window, what, why: reasons }) => html`<strong>Window ${String(window)}:</strong> ${longText(what, null)}${reasons.length > 0 && html`<ul>${items(reasons, (reason) => longText(reason, null))}</ul>`}`)}</ol>
</section>`
}
${
  notes.length > 0 &&
  html`
<section id="notes" aria-labelledby="notes-name">
<h2 id="notes-name">Notes for the next window</h2>
<ul>${items(notes, (note) => longText(note, null))}</ul>
</section>`
}
<section id="windows" aria-labelledby="windows-name">
<h2 id="windows-name">Windows</h2>
${windows.length === 0 && html`<p class="quiet">None was planned.</p>`}
${windows.map((window, index) => windowView(window, index === windows.length - 1, linkTo))}
</section>
${recordSection(story)}`;
  return { head, main };
};

const reportCommand = (run: string): Markup => html`<code>llmch report ${run}</code>`;

const milestoneTable = ({ milestones, is_running }: BuildStory): Markup => {
  const standings = { done: "passed", current: is_running ? "running" : "unfinished", next: "waiting" } as const;
  return html`
<div class="wide" tabindex="0" role="group" aria-label="Table of milestones">
<table class="orders">
<thead><tr><th scope="col">Milestone</th><th scope="col">A user can then</th><th scope="col">State</th><th scope="col" class="number">Cost</th></tr></thead>
<tbody>${milestones.map(
    ({ id, outcome, state, failing, spending }) => html`
<tr><th scope="row">${id}</th><td>${longText(outcome, null)}${failing.length > 0 && html`<p>Fails:</p>${codeList(failing)}`}</td><td>${badge(standings[state])}</td><td class="number">${knownCost(spending) === null ? "–" : costInWords(spending)}</td></tr>`,
  )}</tbody>
</table>
</div>`;
};

const windowView = (window: WindowStory, isOpen: boolean, linkTo: (run: string) => Markup): Markup => {
  const { window: number, milestone, plan, run, verdict, orders, abort, changes, spending } = window;
  const standing: Shown =
    verdict === null ? "running" : verdict === "PASS" ? "passed" : verdict === "FAIL" ? "failed" : "error";
  const renewed = changes.filter(({ before, now }) => before !== now);
  return html`
<article class="order" id="window-${String(number)}"><details${openIf(isOpen || isBad(standing))}><summary><h3><span class="order-id">${String(number)}</span> ${milestone === null ? "" : `for ${milestone}`}</h3>${badge(standing)}<span class="size">${cost(spending)}</span></summary><div class="contract">
${abort !== null && html`<p class="callout warn"><strong>${abort.order} was given up:</strong> ${longText(abort.reason, null)}</p>`}
<ul>${items(orders, ({ id, title, state, commit, stage, why }) => html`${id} ${longText(title, null)} ${badge(ORDERS[state])}${commit !== null && html` <code>${shortCommit(commit)}</code>`}${why !== null && html`<p>${stage ?? ""} ${longText(why, null)}</p>`}`)}</ul>
${renewed.length > 0 && html`<p>Notes:</p><ul>${items(renewed, ({ before, now, why }) => html`${longText(now ?? `dropped: ${before ?? ""}`, null)} <span class="size">${longText(why, null)}</span>`)}</ul>`}
<p>Its runs: ${linkTo(plan)}${run !== null && html`, ${linkTo(run)}`}</p>
</div></details></article>`;
};

const ORDERS = { landed: "passed", failed: "failed", running: "running", planned: "waiting", left: "waiting" } as const;
