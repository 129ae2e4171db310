import { waitingWork } from "@llmch/app";
import { liveRun, planToReview, type Reader, toldRun } from "@llmch/app/pages";
import type { Job } from "@llmch/app/queue";
import { folded, html, type Markup } from "@llmch/report";
import { OPEN, type RunStory } from "@llmch/story";
import { textMember } from "@llmch/text";
import type { Host } from "../host.ts";
import { pageOf } from "./frame.ts";
import { liveView, titleOf } from "./job-live.ts";
import type { ShownJob } from "./job-needs.ts";

/** A job by now, from the files of its run. */
export const shownJob = async (job: Job, host: Host, refused: ShownJob["refused"] = null): Promise<ShownJob> => {
  const reader = readerOf(host);
  const live = liveRun(runOf(job), reader);
  const run = planned(job, live.story);
  const plan = run === null ? null : await planToReview(run, reader.root, reader);
  const waiting = job.state === "waiting" ? await waitingWork(live.story, reader.root, reader) : null;
  // While orders go on, their list and the log tell how they stand: each has a page of its own.
  const isTold = live.story.started_at !== null && (!OPEN.has(job.state) || live.orders.length === 0);
  const told = isTold ? await toldRun(runOf(job), reader, { patches: false }) : null;
  return { job, live, whole: wholeOf(live.story), plan, waiting, told, refused };
};

/** The page of a job. What its commits changed has a page of its own. */
export const jobPage = async (job: Job, host: Host, refused: ShownJob["refused"] = null): Promise<string> => {
  const shown = await shownJob(job, host, refused);
  return pageOf({
    ...{ title: titleOf(job), at: null, main: mainOf(shown) },
    live: OPEN.has(job.state) ? { events: `/jobs/${job.id}/news`, part: `/jobs/${job.id}/live` } : undefined,
  });
};

/** What the page holds. */
export const mainOf = (shown: ShownJob): Markup => {
  const { job, whole, refused } = shown;
  const spec = textMember(job.request, "spec");
  return html`
<p class="kind">${job.operation} <code>${job.id}</code>${whole !== null && html`, a part of <a href="/jobs/${whole}">${whole}</a>`}${job.result !== job.id && html`; <a href="/jobs/${job.result}">an earlier run</a> had the answer`}</p>
<h1>${job.subject === "" ? job.operation : job.subject}</h1>
${refused !== null && html`<div class="callout bad" role="alert"><p><strong>Nothing was done:</strong> ${refused.why}</p></div>`}
${liveView(shown)}
${spec !== null && folded("The spec", spec)}`;
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
