import { waitingWork } from "@llmch/app";
import { liveRun, type PlanToReview, planToReview, type Reader, type ToldRun, toldRun } from "@llmch/app/pages";
import type { Job } from "@llmch/app/queue";
import { folded, html, type Markup, runParts } from "@llmch/report";
import { OPEN, type RunStory } from "@llmch/story";
import { textMember } from "@llmch/text";
import type { Host } from "../host.ts";
import { pageOf } from "./frame.ts";
import { liveView, titleOf } from "./job-live.ts";
import { planView, type ShownJob } from "./job-needs.ts";

/** A job by now, from the files of its run. */
export const shownJob = async (job: Job, host: Host, refused: ShownJob["refused"] = null): Promise<ShownJob> => {
  const reader = readerOf(host);
  const live = liveRun(runOf(job), reader);
  const run = planned(job, live.story);
  const plan = run === null ? null : await planToReview(run, reader.root, reader);
  const waiting = job.state === "waiting" ? await waitingWork(live.story, reader.root, reader) : null;
  return { job, live, whole: wholeOf(live.story), plan, waiting, refused };
};

/** The page of a job. What its commits changed has a page of its own. */
export const jobPage = async (job: Job, host: Host, refused: ShownJob["refused"] = null): Promise<string> => {
  const shown = await shownJob(job, host, refused);
  const told =
    shown.live.story.started_at === null ? null : await toldRun(runOf(job), readerOf(host), { patches: false });
  return pageOf({
    ...{ title: titleOf(job), at: null, main: mainOf(shown, told) },
    live: OPEN.has(job.state) ? { events: `/jobs/${job.id}/news`, part: `/jobs/${job.id}/live` } : undefined,
  });
};

/** What the page holds. */
export const mainOf = (shown: ShownJob, told: ToldRun | null): Markup => {
  const { job, whole, plan, refused } = shown;
  const spec = textMember(job.request, "spec");
  return html`
<p class="kind">${job.operation} <code>${job.id}</code>${whole !== null && html`, a part of <a href="/jobs/${whole}">${whole}</a>`}${job.result !== job.id && html`; <a href="/jobs/${job.result}">an earlier run</a> had the answer`}</p>
<h1>${job.subject === "" ? job.operation : job.subject}</h1>
${refused !== null && html`<div class="callout bad" role="alert"><p><strong>Nothing was done:</strong> ${refused.why}</p></div>`}
${liveView(shown)}
${spec !== null && folded("The spec", spec)}
${plan !== null && isShownApart(plan, shown) && html`<section id="plan" aria-labelledby="plan-name"><h2 id="plan-name">The plan</h2>${planView(plan, shown)}</section>`}
${told !== null && storyView(told, job)}`;
};

/** A plan that waits is shown where it is decided; of one that was carried out, only its coverage tells something new. */
const isShownApart = ({ coverage }: PlanToReview, { job, live }: ShownJob): boolean =>
  !job.needs.some(({ kind }) => kind === "plan") && (live.story.kind === "planner" || coverage !== null);

const storyView = ({ story, facts }: ToldRun, { state }: Job): Markup => {
  const linkTo = (run: string) => html`<a href="/jobs/${run}">${run}</a>`;
  const { facts: head, main } = runParts(story, { ...facts, linkTo });
  // While it goes on, what it waited for when the page was loaded would only mislead.
  const own = OPEN.has(state)
    ? html`<p class="quiet">As it stood when this page was loaded.</p>`
    : html`<div class="head">${head}</div>`;
  return html`<section id="story" aria-labelledby="story-name"><h2 id="story-name">The run</h2>
${own}</section>
${main}`;
};

export const runOf = ({ kind, result: runId }: Job) => ({ kind, runId });

export const readerOf = ({ keys: { env, secrets }, cwd, version, queue }: Host): Reader => ({
  ...{ root: queue.root, env, secrets, cwd, version },
});

/** The run that a run is a part of. */
const wholeOf = (story: RunStory): string | null => {
  if (story.kind === "factory") return story.schedule;
  return story.kind === "run-all" || story.kind === "planner" ? (story.config?.part?.build ?? null) : null;
};

/** The run whose plan is shown: of a build that of its last window, while it waits for a person. */
const planned = ({ needs }: Job, story: RunStory): string | null => {
  if (story.kind === "planner" || story.kind === "run-all") return story.run_id;
  const waits = needs.some(({ kind }) => kind === "plan");
  return story.kind === "build" && waits ? (story.windows.at(-1)?.plan ?? null) : null;
};
