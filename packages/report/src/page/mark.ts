import type { RunStory } from "@llmch/story";
import { html, type Markup } from "../markup/html.ts";

/** How something stands; every view says it with a sign and a word, and only then with a colour. */
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

/** The sign for the eye, with its word for a reader that has none. */
export const mark = (standing: Standing): Markup =>
  html`<span class="mark is-${standing}"><span aria-hidden="true">${SIGNS[standing]}</span><span class="unseen">${standing}:</span></span>`;

/** The sign and the word. */
export const badge = (standing: Standing): Markup =>
  html`<span class="badge is-${standing}"><span aria-hidden="true">${SIGNS[standing]}</span> ${standing}</span>`;

/** Whether it is something that a person has to look into. */
export const isBad = (standing: Standing): boolean => standing === "failed" || standing === "error";

/** How a run stands as a whole. */
export const standingOf = ({ state, verdict }: Pick<RunStory, "state" | "verdict">): Standing => {
  if (state === "damaged") return "error";
  if (state === "unfinished" || verdict === null) return "unfinished";
  return ({ PASS: "passed", FAIL: "failed", ERROR: "error" } as const)[verdict];
};

/** The verdict as it is written large. */
export const verdictBadge = (story: Pick<RunStory, "state" | "verdict">): Markup => {
  const standing = standingOf(story);
  return html`<span class="verdict is-${standing}"><span aria-hidden="true">${SIGNS[standing]}</span> ${verdictWord(story)}</span>`;
};

export const verdictWord = ({ state, verdict }: Pick<RunStory, "state" | "verdict">): string =>
  state === "finished" ? (verdict ?? "UNFINISHED") : state.toUpperCase();
