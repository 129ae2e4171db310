import { counted } from "@llmch/app/drawing";
import type { LiveRun } from "@llmch/app/pages";
import type { Job } from "@llmch/app/queue";
import { attributeIf, html, longText, type Markup, ours, patchView, shortCommit } from "@llmch/report";
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
  const files = patch.split(/^(?=diff --git )/m).filter((part) => part !== "");
  const landed = orders.filter(({ commit }) => commit !== null);
  const main = html`
<p class="kind"><a href="/jobs/${job.id}">${job.subject}</a></p>
<h1>${order === null ? "What changed" : `What ${order} changed`}</h1>
${landed.length > 0 && html`<nav aria-label="Commits"><p class="line"><a href="/jobs/${job.id}/diff"${current(order === null)}>the whole branch</a>${landed.map(({ id, commit }) => html` <a href="/jobs/${`${job.id}/diff?${new URLSearchParams({ order: id })}`}"${current(order === id)}>${id} ${commit === null ? "" : shortCommit(commit.id)}</a>`)}</p></nav>`}
<p>${counted(files.length, "file")}</p>
${files.map((file) => fileView(file, patch.length <= UNFOLDED, `llmch diff ${job.id}`))}`;
  return pageOf({ title: `Diff: ${job.subject}`, at: null, main });
};

const current = (is: boolean): Markup | false => is && ours(' aria-current="page"');

const fileView = (text: string, isOpen: boolean, command: string): Markup => {
  const [head = "", ...hunks] = text.split(/^(?=@@)/m);
  const path = /^diff --git (?:.* "?[a-z]\/)?(.*?)"?\n/.exec(head)?.[1] ?? "";
  const lines = hunks.flatMap((hunk) => hunk.split("\n"));
  const count = (sign: string) => lines.filter((line) => line.startsWith(sign)).length;
  // Paths and blobs are in the name already; what remains tells of modes and renames.
  const shown = `${head.replaceAll(/^(?:diff --git|index|---|\+\+\+) .*\n/gm, "")}${hunks.join("")}`;
  return html`<details class="fold"${attributeIf("open", isOpen)}><summary><code>${path}</code> <span class="size">+${count("+")} −${count("-")}</span></summary><pre class="diff" tabindex="0" role="group" aria-label="Changes to ${path}">${longText(shown, command, patchView)}</pre></details>`;
};
