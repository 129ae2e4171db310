import { costInWords, durationInWords, recordedInWords, type Spending, tokensSpent } from "@llmch/story";
import { counted, MONTHS } from "@llmch/text";
import { html, type Markup } from "../markup/html.ts";

/** A duration for people; a dash if unknown. */
export const duration = (ms: number | null): string =>
  ms === null || !Number.isFinite(ms) ? "–" : durationInWords(Math.max(0, ms));

/** The beginning of a commit's id, as git shows it. */
export const shortCommit = (commit: string): string => commit.slice(0, 10);

/** What the answers took, as far as known. */
export const tokens = (spending: Spending): string => tokensSpent(spending) ?? "–";

/** What the answers cost, as far as known. */
export const cost = (spending: Spending): string => {
  const { answers, cost_usd, lost_calls, estimated_calls, from_record } = spending;
  const said = !cost_usd && answers + lost_calls + estimated_calls === 0 ? "none" : costInWords(spending);
  if (from_record > 0 && from_record === answers && !cost_usd) return recordedInWords(spending);
  const lost = lost_calls === 0 ? "" : `; ${counted(lost_calls, "call")} lost that may have been billed`;
  return `${said}${lost}${from_record === 0 ? "" : `; ${recordedInWords(spending)}`}`;
};

/** A time from the journal, for people: `22 Nov 2026, 06:51:25 UTC`. */
export const moment = (at: string): Markup =>
  timeOf(at, ({ day, month, year, minute, second }) => `${day} ${month} ${year}, ${minute}:${second} UTC`);

/** The same where there is little room: `22 Nov 06:51`. */
export const minute = (at: string): Markup => timeOf(at, ({ day, month, minute }) => `${day} ${month} ${minute}`);

type Parts = Readonly<Record<"day" | "month" | "year" | "minute" | "second", string>>;

const timeOf = (at: string, words: (parts: Parts) => string): Markup => {
  const found = /^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d):(\d\d)(?:\.\d+)?Z$/.exec(at);
  if (found === null) return html`${at}`;
  const [, year = "", month, day, minute = "", second = ""] = found;
  const named = { year, month: MONTHS[Number(month) - 1] ?? "?", day: String(Number(day)), minute, second };
  return html`<time datetime="${at}">${words(named)}</time>`;
};
