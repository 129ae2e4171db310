import { EXIT, verdictInWords } from "@llmch/contract";
import { type RunStory, stateAfter } from "@llmch/story";
import { html, type Markup } from "../markup/html.ts";

/** The state of something. Every view shows it by a sign and a word; a colour is only an addition. */
export type Standing = "passed" | "failed" | "error" | "stopped" | "running" | "unfinished" | "skipped" | "waiting";

const SIGNS: Readonly<Record<Standing, string>> = {
  passed: "✓",
  failed: "✗",
  error: "!",
  stopped: "■",
  running: "▸",
  unfinished: "…",
  skipped: "–",
  waiting: "·",
};

/** The sign for the eye, and the word for screen readers. */
export const mark = (standing: Standing): Markup =>
  html`<span class="mark is-${standing}"><span aria-hidden="true">${SIGNS[standing]}</span><span class="unseen">${standing}:</span></span>`;

/** The sign and the word. */
export const badge = (standing: Standing, word: string = standing): Markup =>
  html`<span class="badge is-${standing}"><span aria-hidden="true">${SIGNS[standing]}</span> ${word}</span>`;

/** Whether a person should look into it. */
export const isBad = (standing: Standing): boolean => standing === "failed" || standing === "error";

type Judged = Pick<RunStory, "state" | "is_running" | "verdict" | "exit_code">;

/** The state of a run as a whole. */
export const standingOf = ({ state, is_running, verdict, exit_code }: Judged): Standing => {
  if (state === "damaged") return "error";
  if (state === "unfinished" || verdict === null) return is_running ? "running" : "unfinished";
  if (exit_code === EXIT.interrupted) return "stopped";
  if (exit_code === EXIT.waiting) return "waiting";
  return stateAfter(verdict);
};

/** The verdict in large letters. */
export const verdictBadge = (story: Judged): Markup => {
  const standing = standingOf(story);
  return html`<span class="verdict is-${standing}"><span aria-hidden="true">${SIGNS[standing]}</span> ${verdictWord(story)}</span>`;
};

export const verdictWord = (story: Judged): string =>
  story.state === "finished" && story.verdict !== null
    ? verdictInWords(story.verdict, story.exit_code)
    : (story.state === "damaged" ? "damaged" : standingOf(story)).toUpperCase();
