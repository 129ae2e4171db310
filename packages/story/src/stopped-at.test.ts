import { expect, test } from "vitest";
import { type StandingOrder, stoppedAt } from "./stopped-at.ts";

const passed = { state: "passed", exitCode: 0 } as const;
const failed = { state: "failed", exitCode: 1 } as const;
const limited = { state: "error", exitCode: 5 } as const;
const interrupted = { state: "error", exitCode: 130 } as const;
const running = { state: "running", exitCode: null } as const;
const waiting = { state: "waiting", exitCode: null } as const;

test.each<[string, readonly StandingOrder[], boolean, number]>([
  ["a failure, and not what it interrupted", [passed, failed, interrupted, waiting], true, 1],
  ["the first failure of a run that keeps going", [failed, passed, failed, interrupted], true, 0],
  ["the error that ended a run that keeps going", [failed, limited, interrupted], true, 1],
  ["a failure, and not what a killed session left", [failed, running], true, 0],
  ["the first that a signal interrupted", [passed, interrupted, interrupted], true, 1],
  ["the first in work", [failed, running, running], false, 1],
  ["what a resumed run has not taken up yet", [passed, failed, interrupted], false, 1],
  ["nothing, if all passed", [passed, passed], true, -1],
  ["nothing, if all wait", [waiting], false, -1],
])("a run-all stopped at %s", (_name, orders, isOver, index) => {
  const numbered = orders.map((order, place) => ({ ...order, place }));
  expect(stoppedAt(numbered, isOver)?.place ?? -1).toBe(index);
});
