import {
  type CommitDiff,
  diffCommand,
  diffInWords,
  fileInWords,
  type NextCommand,
  type OrderStory,
  type ScheduleStory,
} from "@llmch/story";
import { html, type Markup } from "../markup/html.ts";
import { codeList, longText } from "./long-text.ts";
import { patchView } from "./proposal.ts";

/** What a run's branch holds by now, file by file, and what to do with it once it has passed. */
export const changesSection = (story: OrderStory | ScheduleStory, next: readonly NextCommand[]): Markup | null => {
  const diff = story.kind === "run-all" ? story.diff : story.commit?.diff;
  if (diff === undefined) return null;
  return html`
<section id="changes" aria-labelledby="changes-name">
<h2 id="changes-name">What changed</h2>
<p>${diffInWords(diff)} on <code>${story.branch}</code>.</p>
${codeList(diff.files.map(fileInWords))}
${diffView(diff, "The whole diff", diffCommand(story))}
${story.verdict === "PASS" && next.map(({ command, why }) => html`<p><code>${command}</code> ${why}</p>`)}
</section>`;
};

/** A diff, folded. A large one is cut, and says which command prints all of it. */
export const diffView = (diff: CommitDiff, name: string, command: string | null): Markup | null =>
  diff.patch === undefined
    ? null
    : html`<details class="fold"><summary>${name} <span class="size">${diffInWords(diff)}</span></summary><pre class="diff" tabindex="0" role="group" aria-label="${name}">${longText(diff.patch, command, patchView)}</pre></details>`;
