import type { OrderEstimate } from "@llmch/planner";
import { expect, test } from "vitest";
import { likelyTimes, type TimedPlan } from "./order-times.ts";

const estimate = (order: string, calls = 1): OrderEstimate => ({
  order,
  likely: { calls, input_tokens: 10_000, output_tokens: calls * 600 },
  high: {
    asked: { calls: 5, input_tokens: 1, output_tokens: 1 },
    escalated: { calls: 0, input_tokens: 0, output_tokens: 0 },
  },
});
const PLAN: TimedPlan = {
  graph: {
    orders: [
      { id: "WO-01", after: [], directly: [] },
      { id: "WO-02", after: [], directly: [] },
      { id: "WO-03", after: ["WO-01"], directly: ["WO-01"] },
    ],
  },
  estimates: ["WO-01", "WO-02", "WO-03"].map((order) => estimate(order)),
  measured: { answer: null, gates: null },
  gates: 1,
};
const timesOf = (changes: Partial<TimedPlan>) => {
  const found = likelyTimes({ ...PLAN, ...changes }, [1, 4]);
  return [...(found?.jobs.map(({ likely_ms }) => likely_ms) ?? []), found?.basis];
};

test.each<[why: string, changes: Partial<TimedPlan>, times: ReturnType<typeof timesOf>]>([
  [
    "by tokens where nothing was seen",
    {},
    [36_000, 24_000, "answers assumed at 60 tokens a second; without the commands, whose time is not known here yet"],
  ],
  [
    "by what was seen",
    { measured: { answer: { ms: 5_000, seen: 4 }, gates: { ms: 1_000, seen: 7 } }, gates: 2 },
    [18_000, 12_000, "answers by 4 earlier attempts; commands by 7 earlier attempts, those of 2 orders at once"],
  ],
  [
    "more for orders that need more attempts",
    {
      estimates: [estimate("WO-01", 2), estimate("WO-02"), estimate("WO-03")],
      measured: { answer: { ms: 5_000, seen: 4 }, gates: { ms: 1_000, seen: 3 } },
      gates: 2,
    },
    [24_000, 18_000, "answers by 4 earlier attempts; commands by 3 earlier attempts, those of 2 orders at once"],
  ],
  [
    "of commands alone where answers are there",
    { estimates: null, measured: { answer: null, gates: { ms: 1_000, seen: 3 } } },
    [3_000, 3_000, "answers of a record take no time; commands by 3 earlier attempts, those of 1 order at once"],
  ],
  ["not at all where nothing takes a known time", { estimates: null }, [undefined]],
])("the time of a run is estimated %s", (_, changes, times) => {
  expect(timesOf(changes)).toEqual(times);
});
