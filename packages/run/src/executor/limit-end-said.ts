const WEEKS_MS = 14 * 24 * 3_600_000;

/**
 * When the usage limit ends that a ready agent says it has met, UTC (contract §11): known sentences alone, and nothing is guessed. Null if it
 * says no such thing, or names a time that is past or more than two weeks off.
 * @param text the end of what it said
 */
export const limitEndSaid = (text: string, nowMs: number): string | null => {
  const end = momentIn(text) ?? waitIn(text, nowMs) ?? timeOfDayIn(text, nowMs);
  return end !== null && end > nowMs && end < nowMs + WEEKS_MS ? new Date(end).toISOString() : null;
};

/** `Claude AI usage limit reached|1764435600` */
const momentIn = (text: string): number | null => {
  const [, seconds] = /usage limit reached\|(\d{10})\b/.exec(text) ?? [];
  return seconds === undefined ? null : Number(seconds) * 1000;
};

/** `You've hit your usage limit. … or try again in 1 day 2 hours 13 minutes.` */
const waitIn = (text: string, nowMs: number): number | null => {
  const [said, days = "0", hours = "0", minutes = "0"] =
    /hit your usage limit\b[^\n]*\btry again in (?=\d)(?:(\d{1,2}) days?,? ?)?(?:(\d{1,2}) hours?,? ?)?(?:(\d{1,2}) minutes?)?/.exec(
      text,
    ) ?? [];
  return said === undefined ? null : nowMs + ((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60_000;
};

/** `5-hour limit reached ∙ resets 3pm`, in local time. */
const timeOfDayIn = (text: string, nowMs: number): number | null => {
  const [said, hour, minute = "0", half] =
    /\blimit\b[^\n]{0,40}\bresets (?:at )?(1[0-2]|[1-9])(?::([0-5]\d))?\s?(am|pm)\b/i.exec(text) ?? [];
  if (said === undefined) return null;
  const next = new Date(nowMs);
  next.setHours((Number(hour) % 12) + (half?.toLowerCase() === "pm" ? 12 : 0), Number(minute), 0, 0);
  if (next.getTime() <= nowMs) next.setDate(next.getDate() + 1);
  return next.getTime();
};
