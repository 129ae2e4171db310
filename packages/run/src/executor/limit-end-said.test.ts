import { expect, it } from "vitest";
import { limitEndSaid } from "./limit-end-said.ts";

const NOON = new Date(2026, 10, 29, 12, 0, 0).getTime();

it.each<[string, number | null]>([
  [`Claude AI usage limit reached|${NOON / 1000 + 7200}`, 2],
  ["5-hour limit reached ∙ resets 3pm", 3],
  ["You've hit your session limit · resets at 9:30am (Europe/Berlin)", 21.5],
  ["You've hit your usage limit. Upgrade to Pro, or try again in 1 day 2 hours 30 minutes.", 26.5],
  ["You've hit your usage limit. Try again later.", null],
  ["You've hit your usage limit, or try again in 90 days.", null],
  [`Claude AI usage limit reached|${NOON / 1000 - 7200}`, null],
  ["the limit of 3 files is reached; resets nothing", null],
  ["rate limited: try again in 2 hours", null],
  ["done", null],
])("%s ends in %s hours", (text, hours) => {
  const end = hours === null ? null : new Date(NOON + hours * 3_600_000).toISOString();
  expect(limitEndSaid(text, NOON)).toBe(end);
});
