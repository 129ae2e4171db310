import { expect, test } from "vitest";
import { measuredTimes, timesIn } from "./measured-times.ts";

const journal = (config: { readonly llm_model: string; readonly repo: string }, ...events: readonly object[]): string =>
  [{ type: "order_started", config }, ...events].map((event) => `${JSON.stringify(event)}\n`).join("");
const answered = (attempt: number, duration_ms: number, more: object = {}) => ({
  type: "model_answered",
  key: `WO-01/attempt-${attempt}`,
  duration_ms,
  ...more,
});
const ended = (attempt: number, step: string, duration_ms: number) => ({
  type: "step_finished",
  attempt,
  step,
  duration_ms,
});
const OWN = { llm_model: "gpt-5.2", repo: "/repo" };
const BY = { model: "gpt-5.2", repo: "/repo" };

test("the medians of what attempts took: all calls of one together, and all gates after them", () => {
  const runs = [
    journal(
      OWN,
      answered(1, 4_000),
      answered(1, 2_000, { key: "WO-01/attempt-1/turn-2" }),
      answered(1, 800, { key: "WO-01/attempt-1/review-1" }),
      ended(1, "propose", 7_000),
      ended(1, "apply", 10),
      ended(1, "verify", 300),
      answered(2, 5_000),
      ended(2, "verify", 200),
      ended(2, "accept", 50),
      ended(2, "finalize", 9_000),
    ),
    journal(OWN, answered(1, 9_000), ended(1, "apply", 10), ended(1, "verify", 500)),
  ];
  expect(timesIn(runs, BY)).toEqual({ answer: { ms: 6_000, seen: 3 }, gates: { ms: 310, seen: 3 } });
});

test("answers of another model, from a record or to a plan are ignored, as are gates of another repo or without a verification", () => {
  const steps = [1, 2, 3].map((attempt) => ended(attempt, "verify", 100));
  const answers = [1, 2, 3].map((attempt) => answered(attempt, 1_000));
  expect(timesIn([journal({ ...OWN, llm_model: "other" }, ...answers, ...steps)], BY)).toEqual({
    answer: null,
    gates: { ms: 100, seen: 3 },
  });
  expect(timesIn([journal({ ...OWN, repo: "/other" }, ...answers, ...steps)], BY)).toEqual({
    answer: { ms: 1_000, seen: 3 },
    gates: null,
  });
  const replayed = [1, 2, 3].map((attempt) => answered(attempt, 1, { provider: "replay" }));
  const plans = [1, 2, 3].map((attempt) => answered(attempt, 1, { key: `plan/attempt-${attempt}` }));
  const broken = [1, 2, 3].map((attempt) => ended(attempt, "apply", 100));
  expect(timesIn([journal(OWN, ...replayed, ...plans, ...broken), "", "{"], BY)).toEqual({ answer: null, gates: null });
});

test("if there are no runs, nothing is measured", async () => {
  expect(await measuredTimes("/nowhere", BY)).toEqual({ answer: null, gates: null });
});
