import type { LiveRun } from "@llmch/app/pages";
import type { Job } from "@llmch/app/queue";
import { attributeIf, html, longText, type Markup, ours, patchView, shortCommit } from "@llmch/report";
import { type PatchFile, patchFiles } from "@llmch/story";
import { counted } from "@llmch/text";
import { pageOf } from "./frame.ts";

/** A diff as git prints it, for one commit or the whole branch. */
export interface ShownDiff {
  readonly job: Job;
  readonly orders: LiveRun["orders"];
  /** The order whose commit it is of; null for the whole. */
  readonly order: string | null;
  readonly patch: string;
}

/** A larger one is folded, file by file. */
const UNFOLDED = 200_000;

/** The page of a diff, file by file. */
export const diffPage = ({ job, orders, order, patch }: ShownDiff): string => {
  const waiting = job.needs.find(({ kind }) => kind === "orders");
  const isWaiting = waiting !== undefined && (order ?? waiting.id) === waiting.id;
  const landed = orders.filter(({ commit }) => commit !== null);
  const main = html`
<p class="kind"><a href="/jobs/${job.id}">${job.subject}</a></p>
<h1>${isWaiting ? "What waits for you" : order === null ? "What changed" : `What ${order} changed`}</h1>
${landed.length > 0 && html`<nav aria-label="Commits"><p class="line"><a href="/jobs/${job.id}/diff"${current(order === null)}>${waiting !== undefined ? "what waits" : "the whole branch"}</a>${landed.map(({ id, commit }) => html` <a href="/jobs/${`${job.id}/diff?${new URLSearchParams({ order: id })}`}"${current(order === id)}>${id} ${commit === null ? "" : shortCommit(commit.id)}</a>`)}</p></nav>`}
${filesView(patch, patch.length <= UNFOLDED ? Number.POSITIVE_INFINITY : -1, `llmch diff ${job.id}`)}`;
  return pageOf({ title: `Diff: ${job.subject}`, at: null, main });
};

/**
 * A diff, file by file.
 * @param most a file with more lines is folded
 * @param command the command that prints all of it
 */
export const filesView = (patch: string, most: number, command: string): Markup => {
  const files = patchFiles(patch);
  return html`<p>${counted(files.length, "file")}</p>
${files.map((file) => fileView(file, file.lines <= most, command))}`;
};

const current = (is: boolean): Markup | false => is && ours(' aria-current="page"');

const fileView = ({ path, added, removed, text }: PatchFile, isOpen: boolean, command: string): Markup =>
  html`<details class="fold"${attributeIf("open", isOpen)}><summary><code>${path}</code> <span class="size">${added === null ? "not text" : `+${added} −${removed}`}</span></summary><pre class="diff" tabindex="0" role="group" aria-label="Changes to ${path}">${longText(text, command, patchView)}</pre></details>`;
