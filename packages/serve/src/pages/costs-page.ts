import type { Job } from "@llmch/app/queue";
import { cost, html, type Markup, tokens } from "@llmch/report";
import { spentTogether } from "@llmch/story";
import { page, type Route } from "../http/route.ts";
import { pageOf } from "./frame.ts";
import { repoName } from "./job-words.ts";

/** What jobs cost, by the day on which they began and by repo. */
export const costsRoute: Route = {
  ...{ method: "GET", path: "/costs" },
  answer: async (_ask, { queue }) => page(costsPage(await queue.jobs())),
};

export const costsPage = (jobs: readonly Job[]): string => {
  const groups = new Map<string, Job[]>();
  for (const job of jobs) {
    // Sorts by day, and by repo within a day.
    const name = `${dayOf(job)} ${job.repo ?? ""}`;
    groups.set(name, groups.get(name) ?? []);
    groups.get(name)?.push(job);
  }
  const days = [...groups].sort(([one], [other]) => (one < other ? 1 : -1)).map(([, group]) => group);
  return pageOf({
    ...{ title: "Costs", at: "costs" },
    main: html`<h1>Costs</h1>
${
  jobs.length === 0
    ? html`<p>No job has run yet.</p>`
    : html`<p class="quiet" id="costs-note">By the day, in UTC, on which a job began, and its repo.</p>
<table class="costs" aria-label="Costs" aria-describedby="costs-note"><thead><tr><th scope="col">Day</th><th scope="col">Repo</th><th scope="col" class="number">Jobs</th><th scope="col">Cost</th><th scope="col" class="more">Tokens</th></tr></thead>
<tbody>${days.map(
        (
          group,
        ) => html`<tr><th scope="row">${dayOf(group[0])}</th><td>${repoName(group[0]?.repo ?? null) ?? "none"}</td>${figures(group)}</tr>
`,
      )}</tbody>
<tfoot><tr><th scope="row" colspan="2">In all</th>${figures(jobs)}</tr></tfoot></table>`
}`,
  });
};

const figures = (jobs: readonly Job[]): Markup => {
  const spending = spentTogether(jobs.map((job) => job.spending));
  return html`<td class="number">${jobs.length}</td><td>${cost(spending)}</td><td class="more">${tokens(spending)}</td>`;
};

const dayOf = (job: Job | undefined): string => (job?.startedAt ?? job?.createdAt ?? "").slice(0, 10);
