import type { Decision, Outcome, OutcomeError } from "@llmch/app";
import { fileOfRun, filesOfRun, liveRun } from "@llmch/app/pages";
import type { Job } from "@llmch/app/queue";
import { html, type Markup, serialiseWithin, verbatim } from "@llmch/report";
import { isJsonObject, type JsonObject, textMember, textsMember, utf8Text } from "@llmch/text";
import { errorsInWords, hintIn, statusOf } from "../api/documents.ts";
import type { Host } from "../host.ts";
import { type Ask, page, plain, type Reply, type Route, seeOther } from "../http/route.ts";
import { jobNews } from "../live/feed.ts";
import { PAGE_BYTES, pageOf } from "./frame.ts";
import { diffPage } from "./job-diff.ts";
import { liveView } from "./job-live.ts";
import { jobPage, readerOf, runOf, shownJob } from "./job-page.ts";
import { errorPage } from "./lone-pages.ts";
import { lookFor } from "./look-for.ts";

type OfJob = (job: Job, ask: Ask, host: Host) => Promise<Reply>;

const route = (method: Route["method"], path: string, answer: OfJob): Route => ({
  ...{ method, path },
  answer: async (ask, host) => {
    const job = await host.queue.job(ask.params.id ?? "");
    const hint = "It was removed, or is kept in another folder.";
    return job === null ? page(errorPage("Not found", "There is no such job.", hint), 404) : answer(job, ask, host);
  },
});

const live: OfJob = async (job, _, host) => page(serialiseWithin(liveView(await shownJob(job, host)), PAGE_BYTES));

const diff: OfJob = async (job, { query }, host) => {
  const order = query.get("order");
  const outcome = await lookFor("diff", { run: job.result, ...(order === null ? {} : { order }) }, job.repo, host);
  if (!isJsonObject(outcome.result)) return refused(outcome);
  const patch = textMember(outcome.result, "patch") ?? "";
  return page(diffPage({ job, order, patch, orders: liveRun(runOf(job), readerOf(host)).orders }));
};

const refused = ({ errors: [error] = [] }: Outcome): Reply =>
  page(errorPage("Not done", error?.message ?? "It failed.", error === undefined ? null : hintIn(error)), 409);

const files: OfJob = async (job, _, { queue }) =>
  page(
    pageOf({
      ...{ title: `Files: ${job.subject}`, at: null },
      main: html`<p class="kind"><a href="/jobs/${job.id}">${job.subject}</a></p><h1>Files of the run</h1>
<ul class="codes">${filesOfRun(queue.root, runOf(job)).map((name) => html`<li><a href="/jobs/${`${job.id}/files/${name.split("/").map(encodeURIComponent).join("/")}`}"><code>${name}</code></a></li>`)}</ul>`,
    }),
  );

/** A file as it is: text, or something to save. No browser takes it for a page. */
const file: OfJob = async (job, { params }, { queue }) => {
  const name = params["*"] ?? "";
  const bytes = fileOfRun(queue.root, runOf(job), name);
  if (!bytes.ok) return page(errorPage("Not found", "The run has no such file.", null), 404);
  const body = Buffer.from(bytes.value);
  if (utf8Text(body) !== null) return plain(body);
  const saved = (name.split("/").at(-1) ?? "").replaceAll(/[^\w.-]/g, "_");
  const headers = { "content-disposition": `attachment; filename="${saved}"` };
  return { status: 200, type: "application/octet-stream", body, headers };
};

const DECISIONS: readonly Decision["decision"][] = ["approve", "reject", "answer"];

const decide: OfJob = async (job, { body }, host) => {
  const form = new URLSearchParams(body.toString());
  const decision = DECISIONS.find((each) => each === form.get("decision"));
  const [hashes, texts] = [form.getAll("sha256"), form.getAll("text")];
  const needs = form.getAll("need").map((id, at) => ({ id, sha256: hashes[at], text: wordsOf(form, texts[at] ?? "") }));
  if (decision === undefined || needs.length === 0 || hashes.length !== needs.length)
    return page(errorPage("Not done", "The form is not whole.", "Go back, and try again."), 400);
  // The job goes on once nothing else waits: not before the last.
  for (const { id, sha256 = "", text } of needs) {
    const said = { decision, text: text === "" && decision !== "answer" ? null : text };
    const decided = await host.queue.decide(job.id, said, { id, sha256 });
    if (!decided.ok) return notDone(decided.issues, job, host, new Map(needs.map((need) => [need.id, need.text])));
  }
  host.changed();
  return seeOther(`/jobs/${job.id}`);
};

/** What is typed in a form's field, after its comments on lines: `path:line: words`, one a line. */
const wordsOf = (form: URLSearchParams, text: string): string => {
  const comments = [...form].flatMap(([name, words]) =>
    name.startsWith("on ") && words.trim() !== "" ? `${name.slice(3)}: ${words.trim().replaceAll(/\s+/g, " ")}` : [],
  );
  return [...comments, text.replaceAll("\r\n", "\n").trim()].filter((words) => words !== "").join("\n");
};

const cancel: OfJob = async (job, _, host) => {
  const cancelled = await host.queue.cancel(job.id);
  if (!cancelled.ok) return notDone(cancelled.issues, job, host);
  host.changed();
  return seeOther(`/jobs/${job.id}`);
};

const goOn: OfJob = async (job, { body }, host) => {
  const form = new URLSearchParams(body.toString());
  const going = await host.queue.goOn(job.id, { skip: form.get("skip"), brief: form.get("brief")?.trim() ?? null });
  if (!going.ok) return notDone(going.issues, job, host);
  host.changed();
  return seeOther(`/jobs/${job.id}`);
};

/** The page of the job as it is by now, with what was typed and why nothing came of it. */
const notDone = async (
  errors: readonly OutcomeError[],
  { id, ...job }: Job,
  host: Host,
  typed: ReadonlyMap<string, string> = new Map(),
): Promise<Reply> => {
  const now = (await host.queue.job(id)) ?? { id, ...job };
  return page(await jobPage(now, host, { why: errorsInWords(errors), typed }), statusOf(errors));
};

const pullRequest =
  (preview: boolean): OfJob =>
  async (job, _, host) => {
    const outcome = await lookFor("pr", { run: job.result, preview }, job.repo, host);
    return isJsonObject(outcome.result) ? page(pullRequestPage(job, outcome.result, preview)) : refused(outcome);
  };

/** A pull request before it is opened, or one that was, or what opens it. */
export const pullRequestPage = (job: Job, result: JsonObject, isPreview = false): string => {
  const [title, body, branch] = ["title", "body", "branch"].map((name) => textMember(result, name) ?? "");
  const byHand = textsMember(result, "next");
  const url = textMember(result, "url");
  return pageOf({
    ...{ title: `Pull request: ${job.subject}`, at: null },
    main: html`<p class="kind"><a href="/jobs/${job.id}">${job.subject}</a></p>
<h1>${isPreview ? "The pull request, before it is opened" : byHand.length === 0 ? "The pull request is open" : "The pull request is for you to open"}</h1>
${isPreview ? html`<form method="post" action="/jobs/${job.id}/pr"><p><button class="main">Push ${branch ?? ""}, and open it</button></p></form>` : byHand.length === 0 ? addressOf(url, branch ?? "") : html`<p>These commands open it:</p>${verbatim(byHand.join("\n"), null)}`}
<h2>${title ?? ""}</h2>${verbatim(body ?? "", null)}`,
  });
};

const GITHUB = "https://github.com/";

/** Only an address on GitHub is a link: no text decides to which host one leads. */
const addressOf = (url: string | null, branch: string): Markup => {
  if (url === null) return html`<p>Its branch is <code>${branch}</code>.</p>`;
  if (!url.startsWith(GITHUB)) return html`<p><code>${url}</code></p>`;
  return html`<p><a class="button" href="https://github.com/${url.slice(GITHUB.length)}">Look at it on GitHub</a></p><p><code>${url}</code></p>`;
};

/** The pages of one job, and what a person does there. */
export const JOB_ROUTES: readonly Route[] = [
  route("GET", "/jobs/:id", async (job, _, host) => page(await jobPage(job, host))),
  route("GET", "/jobs/:id/live", live),
  route("GET", "/jobs/:id/news", async (job, _, { queue }) => jobNews(job, queue)),
  route("GET", "/jobs/:id/diff", diff),
  route("GET", "/jobs/:id/files", files),
  route("GET", "/jobs/:id/files/*", file),
  route("POST", "/jobs/:id/decision", decide),
  route("POST", "/jobs/:id/resume", goOn),
  route("POST", "/jobs/:id/cancel", cancel),
  route("GET", "/jobs/:id/pr", pullRequest(true)),
  route("POST", "/jobs/:id/pr", pullRequest(false)),
];
