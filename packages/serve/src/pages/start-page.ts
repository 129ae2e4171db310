import type { Job, OpenNeed, SetTimer } from "@llmch/app/queue";
import { html, type Markup, minute } from "@llmch/report";
import { OPEN, type RunState } from "@llmch/story";
import { counted, shortened } from "@llmch/text";
import { page, type Route } from "../http/route.ts";
import { listNews } from "../live/feed.ts";
import { standingOf } from "../queue/timers.ts";
import { pageOf } from "./frame.ts";
import { needInWords, repoName, spentInWords, stateBadge } from "./job-words.ts";

/** So many of those that are queued, and of those that have ended, are shown at first. */
const SHOWN = 200;

/** What waits for a person, what runs, what will, and what has ended. */
export const startRoute: Route = {
  ...{ method: "GET", path: "/" },
  answer: async ({ query }, { queue, timers = [] }) => {
    const jobs = await queue.jobs();
    const isAll = query.has("all");
    const live = liveJobs(jobs, isAll ? Number.POSITIVE_INFINITY : SHOWN, timers);
    return page(
      pageOf({
        ...{ title: "Jobs", at: "start" },
        main: html`<h1 class="unseen">Jobs</h1>${live}`,
        live: { events: "/changes", part: isAll ? "/?all" : "/" },
      }),
    );
  },
};

/** The stream that it listens to. */
export const changesRoute: Route = {
  ...{ method: "GET", path: "/changes" },
  answer: async (_ask, { queue }) => listNews(queue),
};

/** The part of the page that changes. */
export const liveJobs = (jobs: readonly Job[], most: number, timers: readonly SetTimer[] = []): Markup => {
  const of = (wanted: RunState) => jobs.filter(({ state }) => state === wanted);
  const waiting = of("waiting");
  const running = of("running");
  // The first to start comes first.
  const queued = of("queued").reverse();
  const ended = jobs
    .filter(({ state }) => !OPEN.has(state))
    .sort((one, other) => Date.parse(endOf(other)) - Date.parse(endOf(one)));
  const said = `${waiting.length} waiting for you, ${running.length} running, ${queued.length} queued`;
  return html`<div id="live" data-said="${said}">
<section id="none">${jobs.length === 0 && html`<h2>Nothing yet</h2><p><a href="/new">Submit the first job</a>, or type <code>llmch submit build spec.txt</code> in a repo.</p>`}</section>
${section("waits", "Waiting for you", waiting, waits)}
${section("runs", "Running", running, runs)}
${section("queue", "Queued", queued.slice(0, most), (shown) => table("queue", shown), queued.length)}
${section("ended", "Ended", ended.slice(0, most), (shown) => table("ended", shown), ended.length)}
<section id="timers">${timers.length > 0 && timersView(timers, jobs)}</section>
</div>`;
};

/** What the clock begins: when next, and what came of it last. */
const timersView = (timers: readonly SetTimer[], jobs: readonly Job[]): Markup =>
  html`<h2>Timers</h2><table class="jobs"><thead><tr><th scope="col">Timer</th><th scope="col" class="repo">Repo</th><th scope="col" class="time">Next, UTC</th><th scope="col">Last</th></tr></thead>
<tbody>${timers.map((timer) => {
    const { last, failures, until } = standingOf(timer, jobs);
    const now = new Date();
    const next = timer.after(until !== null && until > now ? until : now);
    return html`<tr><th scope="row"><code>${timer.cron}</code> <span class="size">${timer.operation}</span></th><td>${repoName(timer.repo)}</td><td>${next !== null && minute(next.toISOString())}${failures > 0 && html`<br><span class="quiet">failed ${counted(failures, "time")} in a row: begun less often</span>`}</td><td>${last !== undefined && html`${link(last)} ${stateBadge(last)}`}</td></tr>
`;
  })}</tbody></table>`;

/** A heading with what is below it; empty for no jobs, so that it can be replaced alone. */
const section = (
  id: string,
  name: string,
  shown: readonly Job[],
  show: (jobs: readonly Job[]) => Markup,
  all = shown.length,
): Markup =>
  all === 0
    ? html`<section id="${id}"></section>`
    : html`<section id="${id}" aria-labelledby="${id}-name"><h2 id="${id}-name">${name} <span class="size">${all}</span></h2>${show(shown)}${all > shown.length && html`<p>The ${id === "queue" ? "next" : "newest"} ${shown.length}. <a href="/?all">Show all ${all}</a></p>`}</section>`;

const waits = (jobs: readonly Job[]): Markup =>
  html`<ul class="cards">${jobs.map(
    (job) => html`<li class="wait"><h3>${link(job)}</h3>${facts(job)}<ul class="needs">${job.needs.map(need)}</ul>
<p><a class="button" href="/jobs/${`${job.id}#needs`}">Decide<span class="unseen"> about ${subject(job)}</span></a></p></li>`,
  )}</ul>`;

/** The page of the job shows the whole of it. */
const need = (one: OpenNeed): Markup => html`<li><strong>${needInWords(one)}</strong> ${shortened(one.what, 240)}</li>`;

const runs = (jobs: readonly Job[]): Markup =>
  html`<ul class="cards">${jobs.map((job) => html`<li class="run"><h3>${link(job)}</h3>${facts(job)}</li>`)}</ul>`;

/** What it is and where, since when, and what it took so far. */
const facts = ({ operation, repo, branch, startedAt, createdAt, spending, progress }: Job): Markup =>
  html`<p class="line">${[
    html`${operation}`,
    progress === null ? null : html`<strong>${progress}</strong>`,
    repoName(repo),
    branch === null ? null : html`<code>${branch}</code>`,
    html`started ${minute(startedAt ?? createdAt)} UTC`,
    html`${spentInWords(spending)}`,
  ].map((fact) => html`<span>${fact}</span>`)}</p>`;

const table = (id: "queue" | "ended", jobs: readonly Job[]): Markup =>
  html`<table class="jobs" aria-labelledby="${id}-name"><thead><tr><th scope="col">Job</th><th scope="col" class="state">State</th><th scope="col" class="repo more">Repo</th><th scope="col" class="time">${id === "ended" ? "Ended" : "Submitted"}, UTC</th><th scope="col" class="cost number more">Cost</th></tr></thead>
<tbody>${jobs.map(row)}</tbody></table>`;

/** A job, why it was refused, and how it stands. */
const row = (job: Job): Markup => {
  const [error] = job.errors;
  return html`<tr><th scope="row">${link(job)} <span class="size">${job.operation}</span>${error !== undefined && html`<br><span class="quiet">${shortened(error.message, 240)}</span>`}</th><td>${stateBadge(job)}</td><td class="more">${repoName(job.repo)}</td><td>${minute(endOf(job))}</td><td class="number more">${spentInWords(job.spending)}</td></tr>
`;
};

const endOf = ({ endedAt, createdAt }: Job): string => endedAt ?? createdAt;

const subject = ({ subject: said, operation }: Job): string => (said.trim() === "" ? operation : said);

const link = (job: Job): Markup => html`<a href="/jobs/${job.id}">${subject(job)}</a>`;
