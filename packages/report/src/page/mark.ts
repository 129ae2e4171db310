import { type OrderState, type RunState, type RunStory, stateWord } from "@llmch/story";
import { html, type Markup } from "../markup/html.ts";

/** How a run or an order of it stands; or a part of an attempt, which may not have come to its end. Every view shows it by a sign and a word. */
export type Shown = RunState | OrderState | "unfinished";

const SIGNS: Readonly<Record<Shown, string>> = {
  ...{ passed: "✓", failed: "✗", error: "!", damaged: "!", refused: "✗", cancelled: "■", stopped: "■" },
  ...{ interrupted: "■", running: "▸", unfinished: "…", queued: "…", skipped: "–", waiting: "·" },
};

/** The sign for the eye, and the word for screen readers. */
export const mark = (shown: Shown): Markup =>
  html`<span class="mark is-${shown}"><span aria-hidden="true">${SIGNS[shown]}</span><span class="unseen">${shown}:</span></span>`;

/** The sign and the word. */
export const badge = (shown: Shown, word: string = shown): Markup =>
  html`<span class="badge is-${shown}"><span aria-hidden="true">${SIGNS[shown]}</span> ${word}</span>`;

/** Whether a person should look into it. */
export const isBad = (shown: Shown): boolean => shown === "failed" || shown === "error" || shown === "damaged";

/** The verdict in large letters. */
export const verdictBadge = (story: RunStory): Markup =>
  html`<span class="verdict is-${story.state}"><span aria-hidden="true">${SIGNS[story.state]}</span> ${verdictWord(story)}</span>`;

export const verdictWord = ({ state, verdict }: RunStory): string => stateWord(state, verdict);
