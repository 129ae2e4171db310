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

test("a run-all that begins anew keeps only what was decided before", () => {
  const config = {} as Extract<EventBody, { type: "schedule_started" }>["config"];
  const begun: EventBody = {
    ...{ type: "schedule_started", format: 2, branch: "b", baseline: "" },
    ...{ orders: [{ order: "WO-01", sha256: "1" }], skipped: [], config },
  };
  const anew = { ...begun, folder: "orders_2" };
  const run: EventBody = { type: "order_run_started", order: "WO-01", run: "R" };
  const need: EventBody = { type: "decision_needed", of: "plan", id: "plan", what: "carry it out", sha256: "1" };
  const waits: EventBody = { type: "run_finished", verdict: "ERROR", exit_code: 6, duration_ms: 1 };
  const resumed: EventBody = { type: "resumed", format: 2, from_seq: 3 };
  expect(eventsThatCount([begun, run, need, waits, resumed])).toHaveLength(5);
  expect(eventsThatCount([begun, run, need, waits, resumed, anew, run, waits])).toEqual([anew, need, run, waits]);
});

test("speculations are numbered consecutively", () => {
  expect(nextSpeculation([attempt(1)])).toBe(1);
  expect(nextSpeculation([started(1), started(2), attempt(1)])).toBe(3);
});
