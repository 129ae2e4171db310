import { counted } from "@llmch/app/drawing";
import type { LiveRun } from "@llmch/app/pages";
import type { Job } from "@llmch/app/queue";
import { attributeIf, html, type Markup, ours, patchView, shortCommit } from "@llmch/report";
import { pageOf } from "./frame.ts";

/** A diff as git prints it, for one commit or the whole branch. */
export interface ShownDiff {
  readonly job: Job;
  readonly orders: LiveRun["orders"];
  /** The order whose commit it is of; null for the whole. */
  readonly order: string | null;
  readonly patch: string;
}

const MOST_CHARACTERS = 2_000_000;
/** A larger one is folded, file by file. */
const UNFOLDED = 200_000;

/** The page of a diff, file by file. */
export const diffPage = ({ job, orders, order, patch }: ShownDiff): string => {
  const files = patch
    .slice(0, MOST_CHARACTERS)
    .split(/^(?=diff --git )/m)
    .filter((part) => part !== "")
    .map(fileDiff);
  const landed = orders.filter(({ commit }) => commit !== null);
  const main = html`
<p class="kind"><a href="/jobs/${job.id}">${job.subject}</a></p>
<h1>${order === null ? "What changed" : `What ${order} changed`}</h1>
${landed.length > 0 && html`<nav aria-label="Commits"><p class="line"><a href="/jobs/${job.id}/diff"${current(order === null)}>the whole branch</a>${landed.map(({ id, commit }) => html` <a href="/jobs/${`${job.id}/diff?${new URLSearchParams({ order: id })}`}"${current(order === id)}>${id} ${commit === null ? "" : shortCommit(commit.id)}</a>`)}</p></nav>`}
<p>${counted(files.length, "file")}, +${sum(files.map(({ added }) => added))} −${sum(files.map(({ removed }) => removed))}</p>
${files.map((file, at) => fileView(file, at, patch.length <= UNFOLDED))}
${patch.length > MOST_CHARACTERS && html`<p class="cut">… ${counted(patch.length - MOST_CHARACTERS, "character")} left out here; all of it: llmch diff ${job.id}</p>`}`;
  return pageOf({ title: `Diff: ${job.subject}`, at: null, main });
};

const current = (is: boolean): Markup | false => is && ours(' aria-current="page"');
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

interface FileDiff {
  readonly path: string;
  readonly text: string;
  readonly added: number;
  readonly removed: number;
}

const fileDiff = (text: string): FileDiff => {
  const hunks = text.indexOf("\n@@") + 1;
  const [head, body] = hunks === 0 ? [text, ""] : [text.slice(0, hunks), text.slice(hunks)];
  const named = (sign: string) => new RegExp(`^${sign} (?!/dev/null)(?:"?[a-z]/)?(.*?)"?\\t?$`, "m").exec(head)?.[1];
  const lines = body.split("\n");
  return {
    path: named("\\+\\+\\+") ?? named("---") ?? head.split("\n")[0]?.slice("diff --git ".length) ?? "",
    // Paths and blobs are in the name already; what remains tells of modes and renames.
    text: `${head.replaceAll(/^(?:diff --git|index|---|\+\+\+) .*\n/gm, "")}${body}`,
    added: lines.filter((line) => line.startsWith("+")).length,
    removed: lines.filter((line) => line.startsWith("-")).length,
  };
};

const fileView = ({ path, text, added, removed }: FileDiff, at: number, isOpen: boolean): Markup =>
  html`<details class="fold" id="file-${at}"${attributeIf("open", isOpen)}><summary><code>${path}</code> <span class="size">+${added} −${removed}</span></summary><pre class="diff" tabindex="0" role="group" aria-label="Changes to ${path}">${patchView(text)}</pre></details>`;
