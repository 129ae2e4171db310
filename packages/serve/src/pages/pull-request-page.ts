import { type JsonObject, textMember, textsMember } from "@llmch/app/drawing";
import type { Job } from "@llmch/app/queue";
import { html, type Markup, verbatim } from "@llmch/report";
import { pageOf } from "./frame.ts";

/** A pull request that was opened, or what opens it. */
export const pullRequestPage = (job: Job, result: JsonObject): string => {
  const [title, body, branch] = ["title", "body", "branch"].map((name) => textMember(result, name) ?? "");
  const byHand = textsMember(result, "next");
  const url = textMember(result, "url");
  return pageOf({
    ...{ title: `Pull request: ${job.subject}`, at: null },
    main: html`<p class="kind"><a href="/jobs/${job.id}">${job.subject}</a></p>
<h1>${byHand.length === 0 ? "The pull request is open" : "The pull request is for you to open"}</h1>
${byHand.length === 0 ? addressOf(url, branch ?? "") : html`<p>These commands open it:</p>${verbatim(byHand.join("\n"), null)}`}
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
