import { revisionFolder } from "@llmch/contract";
import { attemptCount, diffCommand, type OrderStory, patchLines, proposalDiffs } from "@llmch/story";
import { counted, EXIT, evidenceInWords, isJsonObject, type JsonValue } from "@llmch/text";
import { html, type Markup, openIf } from "../markup/html.ts";
import { attemptView, driftView } from "./attempt.ts";
import { diffView } from "./changes.ts";
import { contractView } from "./contract.ts";
import { cost, duration, shortCommit, tokens } from "./figures.ts";
import { longText } from "./long-text.ts";
import { badge, isBad } from "./mark.ts";
import { isForPerson, retriedBadge, type ShownOrder, traitsOf } from "./orders.ts";
import { filesView } from "./proposal.ts";
import { recordOf } from "./record.ts";

/** One order, folded unless somebody should look into it: what it asks for, and what happened. */
export const orderView = (order: ShownOrder, open: boolean): Markup => {
  const { id, anchor, title, standing, document, story } = order;
  const { failed, retried } = traitsOf(order);
  const figures =
    story === null ? "" : `${counted(attemptCount(story.attempts), "attempt")}, ${duration(story.duration_ms)}`;
  return html`
<article class="order" id="${anchor}" data-failed="${String(failed)}" data-retried="${String(retried)}">
<details${openIf(open || isBad(standing) || isForPerson(order))}>
<summary><h3><span class="order-id">${id}</span> ${longText(title, null)}</h3> ${badge(standing)}${retriedBadge(order)} <span class="size">${figures}</span></summary>
<div class="beside">
<div class="asked" tabindex="0" role="group" aria-labelledby="${anchor}-asked"><h4 class="unseen" id="${anchor}-asked">What was asked</h4>${revisionView(story)}${contractView(document)}</div>
<div class="happened"><h4 class="unseen">What happened</h4>${story === null ? notBegun(order) : happened(order, story)}</div>
</div>
</details>
</article>`;
};

/** Which revision of the order is shown, and what it changes. */
const revisionView = (story: OrderStory | null): Markup | null => {
  if (story?.revision === undefined) return null;
  const { revision, before } = story.revision;
  const against = revision === 1 ? "the order as planned" : `revision ${revision - 1}`;
  const lines = before === null ? [] : patchLines(textOf(before), textOf(story.work_order));
  const path = `Changed against ${against}`;
  return html`<p><strong>Revision ${revision}</strong></p>${filesView([{ path, since: null, kind: "changed", lines }], { file: `${story.kind}/${story.run_id}/${revisionFolder(revision)}/work_order.json`, open: true })}`;
};

/** The document without what no model acts on. */
const textOf = (order: JsonValue | null): string => {
  if (!isJsonObject(order)) return "";
  const { $schema: _schema, provenance: _provenance, ...asked } = order;
  return `${JSON.stringify(asked, null, 2)}\n`;
};

const notBegun = ({ standing }: ShownOrder): Markup =>
  html`<p class="quiet">${
    standing === "skipped"
      ? "Skipped: the branch’s history shows it done."
      : standing === "waiting"
        ? "Not begun."
        : "Its run is not in the store any more."
  }</p>`;

const setupView = (setup: OrderStory["setup"]): Markup | false =>
  setup !== null &&
  html`<p class="quiet">Setup${setup.cached ? " from the cache" : html`: ${setup.commands.map((command, index) => html`${index > 0 && ", "}<code>${longText(command, null)}</code>`)}`}${setup.failed !== null && html`; <code>${longText(setup.failed.command, null)}</code> failed with exit code ${setup.failed.exit_code ?? "-"}`}</p>`;

/** What failed before the order; nothing if all was well. */
const baselineView = (baseline: OrderStory["baseline_verification"]): Markup | false =>
  baseline !== null &&
  !baseline.ok &&
  html`<div class="callout warn"><p><strong>Failed before the order:</strong></p><ul>${baseline.red.map(
    ({ command, exit_code, failures }) =>
      html`<li><code>${longText(command, null)}</code> ${failures.length === 0 ? `exit ${exit_code ?? "-"}, without naming its tests` : longText(failures.join(", "), null)}</li>`,
  )}</ul></div>`;

/** Shown only if the acceptance commands cannot tell whether the work was done. */
const acceptanceBeforeView = (tried: OrderStory["baseline_acceptance"]): Markup | false =>
  tried !== null &&
  tried.failed === null &&
  html`<p class="callout warn"><strong>The acceptance commands passed before the work:</strong> they cannot tell whether it was done.</p>`;

const happened = ({ anchor }: ShownOrder, story: OrderStory): Markup => {
  const { attempts, commit, warnings, error, hint, exit_code } = story;
  const folder = `${story.kind}/${story.run_id}`;
  const diffs = proposalDiffs(story);
  return html`
<p class="outcome">${commit === null ? "No commit." : html`Commit <code>${shortCommit(commit.commit)}</code>, ${counted(commit.files.length, "file")}${commit.pushed_to === null ? "" : `, pushed to ${commit.pushed_to}`}${commit.evidence === null ? "" : `: ${evidenceInWords(commit.evidence)}`}.`} <span class="size">${tokens(story.spending)}; cost ${cost(story.spending)}; kept in <code>${folder}</code></span></p>
${
  error !== null &&
  html`<div class="callout ${exit_code === EXIT.waiting ? "warn" : "bad"}"><p><strong>${exit_code === EXIT.waiting ? "Waits for a person" : "Unexpected"}:</strong> ${longText(error, null)}</p>${hint !== null && html`<p>Fix it with <code>${longText(hint, null)}</code></p>`}</div>`
}
${story.schedule !== null && commit?.diff !== undefined && diffView(commit.diff, `The diff of ${shortCommit(commit.commit)}`, diffCommand(story))}
${warnings.map((warning) => html`<p class="callout warn"><strong>Warning:</strong> ${longText(warning, null)}</p>`)}
${commit !== null && driftView(commit.drift)}
${setupView(story.setup)}
${baselineView(story.baseline_verification)}
${acceptanceBeforeView(story.baseline_acceptance)}
${story.triage !== null && html`<p class="quiet">Said to be ${story.triage.complexity}: ${longText(story.triage.reason, null)}</p>`}
${recordOf(story)}
${attempts.length === 0 && html`<p class="quiet">No attempt was begun.</p>`}
${attempts.map((attempt, index) =>
  attemptView(attempt, {
    anchor: `${anchor}-`,
    folder,
    diffs: diffs.get(attempt),
    isLast: index === attempts.length - 1,
  }),
)}`;
};
