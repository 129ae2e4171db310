import type { LiveRun, PlanToReview, ToldRun } from "@llmch/app/pages";
import type { Job } from "@llmch/app/queue";
import { attributeIf, badge, html, type Markup, runParts, shortCommit } from "@llmch/report";
import { OPEN, type RunState, type RunStory } from "@llmch/story";
import type { LiveWork } from "@llmch/story/live";
import { counted, dollarsInWords, isJsonObject, member, numberMember } from "@llmch/text";
import { errorsInWords } from "../api/documents.ts";
import { needsView, planView, type ShownJob } from "./job-needs.ts";
import { repoName, spentInWords, stateBadge } from "./job-words.ts";

/** The title of a job's tab. */
export const titleOf = ({ state, subject }: Job): string => `${state}: ${subject}`;

/** The part of a job's page that changes while it goes on. */
export const liveView = (shown: ShownJob): Markup => {
  const { job, live, plan, told } = shown;
  return html`<div id="live" data-said="${[job.state, job.progress ?? []].flat().join(", ")}" data-title="${titleOf(job)}">
<section id="state">${stateView(shown)}</section>
<section id="needs">${job.needs.length > 0 && needsView(shown)}</section>
<section id="work">${live.orders.length > 0 && ordersView(shown)}</section>
<section id="plan">${plan !== null && isShownApart(plan, shown) && html`<h2>The plan</h2>${planView(plan, shown)}`}</section>
<section id="log">${live.log.length > 0 && logView(live, job.state === "running")}</section>
<section id="story">${told !== null && storyView(told, live.orders.length > 0)}</section>
</div>`;
};

/** A plan that waits is shown where it is decided; of one that was carried out, only its coverage tells something new. */
const isShownApart = ({ coverage }: PlanToReview, { job, live }: ShownJob): boolean =>
  !job.needs.some(({ kind }) => kind === "plan") && (live.story.kind === "planner" || coverage !== null);

/** @param isListed whether its orders stand above */
const storyView = ({ story, facts }: ToldRun, isListed: boolean): Markup => {
  const linkTo = (run: string) => html`<a href="/jobs/${run}">${run}</a>`;
  const { facts: head, main } = runParts(story, { ...facts, linkTo });
  return html`<h2>The run</h2><div class="head">${head}</div>${isListed ? html`<details class="fold"><summary>All of it, with each attempt</summary>${main}</details>` : main}`;
};

/** Which attempt is in work, at which gate, and since when: the script says for how long. */
const workView = (work: LiveWork | null): Markup | null => {
  if (work?.started_at == null) return null;
  const since = new Date(work.started_at).toISOString();
  const what = `attempt ${work.attempt} of ${work.max_attempts}${work.step === null ? "" : `, ${work.step}`}`;
  if (work.doing?.kind === "turn") return html`<span>${what}, waits for its turn</span>`;
  return html`<span>${what}, <time class="since" datetime="${since}">since ${since.slice(11, 19)} UTC</time></span>`;
};

const stateView = ({ job, live, whole }: ShownJob): Markup => {
  const { id, state, repo, branch, errors, progress } = job;
  const cap = capOf(live.story);
  const spent = spentInWords(live.spending);
  const cost = `cost ${spent === "" ? "nothing" : spent}${cap === null ? "" : `, at most ${dollarsInWords(cap)}`}`;
  const asOf = job.asOf === null ? null : `as its worker published it at ${job.asOf.slice(11, 19)} UTC`;
  return html`<p class="line">${stateBadge(job)}${[progress ?? [], cost].flat().map((word) => html`<span>${word}</span>`)}${state === "running" && workView(live.work)}${branch !== null && html`<span><code>${branch}</code></span>`}<span>${repoName(repo)}</span>${asOf !== null && html`<span class="quiet">${asOf}</span>`}</p>
${NEXT.has(state) && nextView(job, whole)}
${errors.map((error) => html`<p class="callout bad">${errorsInWords([error])}</p>`)}
<p class="line"><a href="/jobs/${id}/files">Files of the run</a>${live.hasLanded && html` <a href="/jobs/${id}/diff">What changed</a>`}</p>
${isForRequest(job, whole) && live.story.pull_request === undefined && html`<p><a class="button" href="/jobs/${id}/pr">Open a pull request</a></p>`}
${OPEN.has(state) && whole === null && html`<details class="fold" id="cancel"><summary>Cancel it</summary><form method="post" action="/jobs/${id}/cancel"><p>What is not committed is put back. Commits stay on the branch. A cancelled job does not go on.</p><p><button>Cancel this job for good</button></p></form></details>`}`;
};

/** States whose page shows what comes next: what waits has buttons, and what runs has none. */
const NEXT: ReadonlySet<RunState> = new Set([
  "damaged",
  "cancelled",
  "refused",
  "passed",
  "failed",
  "stopped",
  "interrupted",
]);

const nextView = ({ id, state, kind, next, discarded }: Job, whole: string | null): Markup | null => {
  const isOwn = kind !== "ask" && whole === null;
  const go =
    isOwn &&
    GO_ON[state] !== undefined &&
    html`<form method="post" action="/jobs/${id}/resume"><p><button class="main">${GO_ON[state]}</button></p></form>`;
  const more =
    isOwn && state === "failed" && next.some(({ command }) => command.includes(MORE)) && moreView(id, kind, next);
  return next.length === 0 || discarded
    ? null
    : html`${go}${more}<details class="fold"><summary>Commands that come next</summary><ul>${next.map(({ command, why }) => html`<li><code>${command}</code> ${why}</li>`)}</ul></details>`;
};

const GO_ON: Readonly<Partial<Record<RunState, string>>> = {
  ...{ stopped: "Let it go on", interrupted: "Let it go on", refused: "Try it again as it was asked for" },
};
const MORE = " --max-attempts +2";

/** The buttons of a run that used up its attempts. Words are for orders alone. */
const moreView = (id: string, kind: Job["kind"], next: Job["next"]): Markup => {
  const skipped = next.flatMap(({ command }) => / --skip (\S+)$/.exec(command)?.[1] ?? [])[0];
  return html`<form class="form" method="post" action="/jobs/${id}/resume">
${kind !== "planner" && html`<p class="field"><label for="brief">What its next attempt should know</label><textarea id="brief" name="brief" rows="3"></textarea></p>`}
<p><button class="main">Two more attempts</button> ${skipped !== undefined && html`<button name="skip" value="${skipped}">Leave ${skipped} out, and do the rest</button>`}</p></form>`;
};

/** What it may spend, in dollars. */
const capOf = (story: RunStory): number | null => {
  const settings = story.kind === "ask" || story.config === null ? {} : story.config.settings;
  const budget = isJsonObject(settings) ? member(settings, "budget") : undefined;
  return isJsonObject(budget) ? numberMember(budget, "usd") : null;
};

const isForRequest = ({ state, kind, branch }: Job, whole: string | null): boolean =>
  whole === null && state === "passed" && branch !== null && kind !== "planner" && kind !== "ask";

const ordersView = ({ job, live }: ShownJob): Markup => {
  const waiting = new Set(job.needs.map(({ id }) => id));
  return html`<h2>Progress</h2><div class="wide" tabindex="0" role="group" aria-label="Orders by now"><table class="orders">
<thead><tr><th scope="col">Order</th><th scope="col">Title</th><th scope="col">State</th></tr></thead>
<tbody>${live.orders.map(({ id, title, state, run, work, last, commit }) => {
    const named = run === null ? html`${id}` : html`<a href="/jobs/${run}">${id}</a>`;
    const changed =
      commit !== null &&
      html`<a href="/jobs/${`${job.id}/diff?${new URLSearchParams({ order: id })}`}"><code>${shortCommit(commit.id)}</code>, ${counted(commit.files, "file")}</a>`;
    return html`<tr><th scope="row">${named}</th><td>${title}<br><span class="size">${changed || (last?.split("\n")[0] ?? "")}</span></td><td>${waiting.has(id) ? badge("unfinished", "waiting for you") : badge(state)}${job.state === "running" && state === "running" && work !== null && html`<br><span class="size">${workView(work)}</span>`}</td></tr>
`;
  })}</tbody></table></div>`;
};

const logView = ({ log }: LiveRun, isOpen: boolean): Markup => {
  const lines = log.map(
    ({ at, order, text }) => `${at.slice(11, 19)}  ${order ?? "-"}  ${text.replaceAll("\n", "\n    ")}\n`,
  );
  return html`<details class="fold"${attributeIf("open", isOpen)}><summary>Log <span class="size">the last ${counted(lines.length, "line")}, UTC</span></summary><pre tabindex="0" role="group" aria-label="Log"><code>${lines.join("")}</code></pre></details>`;
};
