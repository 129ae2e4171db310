import type { AttemptStory, CompileAttempt, StepStory } from "@llmch/story";

/** A stretch of time, in milliseconds of the clock that labels the journal. */
export interface TimeSpan {
  readonly start: number;
  readonly end: number;
}

/** How an attempt spent its time, as far as known. */
export const timesOf = ({ exchange, commands }: Pick<AttemptStory, "exchange" | "commands">) => ({
  model_ms: exchange?.duration_ms ?? null,
  commands_ms: commands.reduce((sum, { duration_ms }) => sum + (duration_ms ?? 0), 0),
});

/** From an attempt's beginning to its last known moment. */
export const spanOfAttempt = ({ started_at, duration_ms, steps }: AttemptStory): TimeSpan => {
  const start = timeOf(started_at);
  return { start, end: Math.max(start + (duration_ms ?? 0), spanOfSteps(steps)?.end ?? start) };
};

/** From the beginning of the first step to the end of the last one; null if there are no steps. */
export const spanOfSteps = (steps: readonly StepStory[]): TimeSpan | null => {
  if (steps.length === 0) return null;
  const spans = steps.map(spanOfStep);
  return { start: Math.min(...spans.map(({ start }) => start)), end: Math.max(...spans.map(({ end }) => end)) };
};

/** A step that did not end has no length. */
export const spanOfStep = ({ started_at, duration_ms }: StepStory): TimeSpan => {
  const start = timeOf(started_at);
  return { start, end: start + (duration_ms ?? 0) };
};

export const spanOfCompile = ({ started_at, exchange }: CompileAttempt): TimeSpan => {
  const start = timeOf(started_at);
  return { start, end: start + (exchange?.duration_ms ?? 0) };
};

/** An unreadable label becomes time zero: its bar has no length, and nothing else is affected. */
export const timeOf = (label: string): number => {
  const time = Date.parse(label);
  return Number.isFinite(time) ? time : 0;
};

/** Maps the moments of a run to a line from 0 to 1. */
export type TimeScale = (time: number) => number;

/** An idle stretch, such as between an interrupted run and its resumption, takes at most this share of the busy time. */
const IDLE_PART = 0.02;

/** A scale over everything that happened, with long idle stretches shortened. */
export const timeScale = (spans: readonly TimeSpan[]): TimeScale => {
  const busy = merged(spans);
  const total = busy.reduce((sum, { start, end }) => sum + end - start, 0);
  const longestIdle = Math.max(1, total * IDLE_PART);
  let length = 0;
  const placed = busy.map(({ start, end }, index) => {
    const idle = index === 0 ? 0 : start - (busy[index - 1]?.end ?? start);
    length += Math.min(idle, longestIdle);
    const at = length;
    length += end - start;
    return { start, end, at };
  });
  return (time) => {
    const span = placed.findLast(({ start }) => start <= time);
    if (span === undefined || length === 0) return 0;
    return Math.min(1, (span.at + Math.min(time, span.end) - span.start) / length);
  };
};

const merged = (spans: readonly TimeSpan[]): readonly TimeSpan[] => {
  const found: TimeSpan[] = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start)) {
    const last = found.at(-1);
    if (last !== undefined && span.start <= last.end) {
      found[found.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
    } else found.push(span);
  }
  return found;
};
