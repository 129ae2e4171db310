import { expect, test } from "vitest";
import type { EventBody } from "./event.ts";
import { eventsThatCount, nextSpeculation } from "./speculation.ts";

const attempt = (number: number, speculation?: number): EventBody => ({
  type: "attempt_started",
  attempt: number,
  max_attempts: 3,
  ...(speculation === undefined ? {} : { speculation }),
});
const asked = (key: string): EventBody => ({ type: "model_asked", key });
const started = (speculation: number): EventBody => ({ type: "speculation_started", speculation });
const ended = (speculation: number): EventBody => ({ type: "speculation_ended", speculation });

test("a journal without speculations is unchanged", () => {
  const events = [attempt(1), asked("WO-01/attempt-1")];
  expect(eventsThatCount(events)).toEqual(events);
});

test("a speculation's events do not count, but its calls do", () => {
  const events = [
    ...[started(1), attempt(1, 1), asked("WO-01/attempt-1/speculation-1"), ended(1)],
    ...[attempt(2), started(2), attempt(3, 2)],
  ];
  expect(eventsThatCount(events)).toEqual([
    ...[started(1), asked("WO-01/attempt-1/speculation-1"), ended(1), attempt(2), started(2)],
  ]);
});

test("events of a divided order's child do not count as the order's", () => {
  const ofChild = { ...attempt(1), child: "WO-01.1" };
  const failed: EventBody = { type: "step_started", attempt: 1, step: "propose", child: "WO-01.1" };
  expect(eventsThatCount([attempt(2), ofChild, failed, asked("WO-01.1/attempt-1"), attempt(3)])).toEqual([
    ...[attempt(2), asked("WO-01.1/attempt-1"), attempt(3)],
  ]);
});

test("speculations are numbered consecutively", () => {
  expect(nextSpeculation([attempt(1)])).toBe(1);
  expect(nextSpeculation([started(1), started(2), attempt(1)])).toBe(3);
});
