import { MONTHS, shareInWords } from "@llmch/contract";
import { costInWords, recordedInWords, type Spending, type Usage } from "@llmch/story";
import { html, type Markup } from "../markup/html.ts";

/** A duration for people: `0.4 s`, `12 s`, `3 min 20 s`, `2 h 5 min`; a dash if unknown. */
export const duration = (ms: number | null): string => {
  if (ms === null || !Number.isFinite(ms)) return "–";
  if (ms < 9950) return `${(Math.max(0, ms) / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) return `${seconds} s`;
  return minutes < 60 ? `${minutes} min ${seconds % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
};

/** A whole number in groups of three: `12,345`. */
export const grouped = (value: number): string => String(Math.round(value)).replace(/\B(?=(?:\d{3})+$)/g, ",");

export const plural = (count: number, noun: string): string => `${grouped(count)} ${noun}${count === 1 ? "" : "s"}`;

/** The beginning of a commit's id, as git shows it. */
export const shortCommit = (commit: string): string => commit.slice(0, 10);

/** What the answers took, as far as known. */
export const tokens = ({ answers, unknown, usage }: Spending): string => {
  if (answers === 0) return "none";
  if (unknown >= answers) return "unknown";
  return unknown === 0 ? usageInWords(usage) : `${usageInWords(usage)}, without ${plural(unknown, "answer")} unknown`;
};

export const usageInWords = (usage: Usage): string => {
  const { input_tokens: input, output_tokens: output, cached_tokens: cached, reasoning_tokens: reasoning = 0 } = usage;
  const share = cached > 0 ? ` (${grouped(cached)} cached, ${shareInWords(cached, input)})` : "";
  return `${grouped(input)} in${share}, ${grouped(output)} out${reasoning > 0 ? ` (${grouped(reasoning)} reasoning)` : ""}`;
};

/** What the answers cost, as far as known. */
export const cost = (spending: Spending): string => {
  const { answers, cost_usd, lost_calls, from_record } = spending;
  const said = !cost_usd && answers + lost_calls === 0 ? "none" : costInWords(spending);
  const lost = lost_calls === 0 ? "" : `; ${plural(lost_calls, "call")} lost that may have been billed`;
  return `${said}${lost}${from_record === 0 ? "" : `; ${recordedInWords(spending)}`}`;
};

/** A time from the journal, for people: `22 Nov 2026, 06:51:25 UTC`. */
export const moment = (at: string): Markup => {
  const found = /^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?Z$/.exec(at);
  if (found === null) return html`${at}`;
  const [, year, month, day, time] = found;
  return html`<time datetime="${at}">${Number(day)} ${MONTHS[Number(month) - 1] ?? "?"} ${year ?? ""}, ${time ?? ""} UTC</time>`;
};
