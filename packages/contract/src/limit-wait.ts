import { sha256Hex } from "@llmch/text";
import type { Need } from "./need.ts";

const DURATION = /^(?=\d)(?:(\d{1,3})d)?(?:(\d{1,3})h)?(?:(\d{1,4})m)?$/;
const TIME_OF_DAY = /^([01]?\d|2[0-3]):([0-5]\d)$/;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d)$/;

/** How a wait for the end of a usage limit is written: `5h`, `1d12h`, `15:00` (local time), `2026-12-01T15:00:00Z`. */
export const LIMIT_WAIT = new RegExp([DURATION, TIME_OF_DAY, MOMENT].map(({ source }) => `(?:${source})`).join("|"));

/**
 * Until when a run that met a limit waits at the most, in milliseconds since 1970: a duration counts from then, a time of the day is the
 * next such time (contract §11).
 */
export const latestEnd = (wait: string, metAtMs: number): number => {
  const [isDuration, days = "0", hours = "0", minutes = "0"] = DURATION.exec(wait) ?? [];
  if (isDuration !== undefined) return metAtMs + ((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60_000;
  const [isTime, hour, minute] = TIME_OF_DAY.exec(wait) ?? [];
  if (isTime === undefined) return Date.parse(wait);
  const next = new Date(metAtMs);
  next.setHours(Number(hour), Number(minute), 0, 0);
  if (next.getTime() <= metAtMs) next.setDate(next.getDate() + 1);
  return next.getTime();
};

/** What a run waits for that met a usage limit: its end, or a person who sends it on before. */
export const limitNeed = (until: string): Need => ({
  ...{ id: "limit", kind: "limit", what: `the model's usage limit ends at ${until}`, sha256: sha256Hex(until), until },
});

/** Whether a need is no longer waited for, because its time has come. */
export const isDue = ({ until }: Pick<Need, "until">, nowMs: number): boolean =>
  until !== undefined && Date.parse(until) <= nowMs;
