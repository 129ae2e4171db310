import type { EventBody, RunEvent } from "@llmch/contract";
import { expect, test } from "vitest";
import { costRows } from "./costs.ts";
import { countedOf, questionsOf, runSpending } from "./questions.ts";
import { summarizeRun } from "./run-summary.ts";
import { timeSpent } from "./sessions.ts";
import { spentTogether } from "./spending.ts";
import { costInWords, spendingInWords } from "./spending-words.ts";

const at = (seconds: number, run_id: string, event: EventBody): RunEvent => ({
  ...event,
  ...{ seq: 0, run_id, ts: new Date(1_700_000_000_000 + seconds * 1000).toISOString() },
});
const journal = (...events: readonly EventBody[]): readonly RunEvent[] => events.map((event, s) => at(s, "r", event));

const usage = { input_tokens: 1000, output_tokens: 100, cached_tokens: 600, reasoning_tokens: 40 };
const asked = (key: string): EventBody => ({ type: "model_asked", key, at_most: { tokens: 9000, usd: 0.9 } });
const answered = (key: string, more: object = {}): EventBody => ({
  ...{ type: "model_answered", key, duration_ms: 5, usage, model: "m-2026-01-01", provider: "openai" },
  ...{ asked_model: "m", cost_usd: 0.25 },
  ...more,
});
const RESUMED: EventBody = { type: "resumed", format: 2, from_seq: 0 };

test("a question has its purpose and what it took, including lost calls", () => {
  const events = journal(
    asked("WO-02/attempt-1"),
    answered("WO-02/attempt-1", { lost_calls: 1, untold: { tokens: 5000, usd: 0.5 } }),
    asked("WO-02/attempt-2"),
    { type: "model_failed", key: "WO-02/attempt-2", reason: "limit", message: "", usage: null, cost_usd: 0 },
  );
  expect(questionsOf(events)).toMatchObject([
    { key: "WO-02/attempt-1", role: "factory", order: "WO-02", model: "m", counted: { tokens: 6100, usd: 0.75 } },
    { key: "WO-02/attempt-2", counted: { tokens: 0, usd: 0 } },
  ]);
  expect(runSpending(events)).toMatchObject({ answers: 1, unpriced: 0, lost_calls: 1, cost_usd: 0.25 });
});

test("what reviews took has a separate row", () => {
  const events = journal(
    ...["WO-01/attempt-1", "WO-01/attempt-1/review-1", "WO-01/attempt-1/turn-2"].map((key) => answered(key)),
  );
  const rows = costRows(questionsOf(events), "role").map(({ name, spending }) => [name, spending.answers]);
  expect(rows).toEqual([
    ["factory", 2],
    ["review", 1],
  ]);
});

test("a question that was lost with its process counts with its worst case, and a reused answer with nothing", () => {
  const events = journal(asked("plan/attempt-1"), answered("plan/attempt-1"), asked("plan/attempt-2"), RESUMED, {
    type: "answer_reused",
    key: "plan/attempt-1",
  });
  expect(countedOf(events)).toEqual({ tokens: 10_100, usd: 1.15 });
  expect(runSpending(events)).toMatchObject({ answers: 1, lost_calls: 1 });
  expect(runSpending(journal(asked("plan/attempt-1")), true).lost_calls).toBe(0);
});

test("questions that were open at once are distinguished by their keys", () => {
  const [one, other] = ["WO-01/attempt-1", "WO-01/attempt-2"];
  const retried: EventBody = {
    type: "model_retried",
    key: one,
    reason: "cut",
    wait_ms: 0,
    at_most: { tokens: 27_000, usd: 2.7 },
  };
  const events = journal(asked(one), asked(other), retried, answered(other));
  expect(questionsOf(events)).toMatchObject([
    { key: other, order: "WO-01", counted: { tokens: 1100 } },
    { key: one, order: "WO-01", counted: { tokens: 27_000 } },
  ]);
  expect(questionsOf(events, true)).toHaveLength(1);
  expect(questionsOf(journal(answered("by hand")))).toMatchObject([{ role: "factory", order: null }]);
});

test("a question that was lost at a further call counts with every call that was made for it", () => {
  const retried: EventBody = { type: "model_retried", key: "plan/attempt-1", reason: "cut", wait_ms: 0 };
  const more = { ...retried, at_most: { tokens: 27_000, usd: 2.7 } };
  expect(countedOf(journal(asked("plan/attempt-1"), more))).toEqual({ tokens: 27_000, usd: 2.7 });
  expect(countedOf(journal(asked("plan/attempt-1"), retried))).toEqual({ tokens: 9000, usd: 0.9 });
  expect(countedOf(journal(asked("plan/attempt-1"), more, answered("plan/attempt-1")))).toEqual({
    tokens: 1100,
    usd: 0.25,
  });
});

test("calls that llmch cut count with their estimate, which every figure that holds it says", () => {
  const estimated = { calls: 1, input_tokens: 500, output_tokens: 20, usd: 0.01 };
  const cut: EventBody = {
    type: "model_failed",
    key: "WO-01/attempt-1",
    reason: "interrupted",
    message: "",
    cost_usd: 0,
    estimated,
  };
  const events = journal(asked("WO-01/attempt-1"), cut, answered("WO-01/attempt-1"));
  expect(countedOf(events)).toEqual({ tokens: 1620, usd: 0.26 });
  expect(spendingInWords(runSpending(events))).toEqual([
    "1 answer",
    "~1.5k tokens in (40% cached), 120 out (40 reasoning)",
    "~$0.26",
    "1 call cut (estimated)",
  ]);
  const lines = events.map((event) => `${JSON.stringify(event)}\n`).join("");
  expect(summarizeRun("factory", "r", lines).spending).toEqual(runSpending(events));
});

test("no record reduces what was spent", () => {
  const events = journal(
    answered("WO-01/attempt-1", { cost_usd: -100, usage: { ...usage, output_tokens: -5000 } }),
    answered("WO-01/attempt-2", { untold: { tokens: -9000, usd: -100 } }),
    { type: "model_asked", key: "WO-01/attempt-3", at_most: { tokens: -1, usd: -1 } },
    { type: "run_finished", verdict: "FAIL", exit_code: 1, duration_ms: -60_000 },
  );
  expect(countedOf(events)).toEqual({ tokens: 2100, usd: 0.25 });
  expect(timeSpent(events)).toBe(0);
});

test("an older journal has tokens but no costs", () => {
  const old: EventBody = { type: "model_answered", key: "WO-01/attempt-1", duration_ms: 1, usage, model: "old" };
  const failed: EventBody = { type: "model_failed", key: "WO-01/attempt-2", reason: "unreachable", message: "" };
  const spending = runSpending(journal(old, failed));
  expect(spending).toMatchObject({ answers: 1, unknown: 0, cost_usd: null, unpriced: 1, lost_calls: 0 });
  expect(costInWords(spending)).toBe("unknown");
});

test("unknown costs are never added up silently", () => {
  const events = journal(answered("WO-01/attempt-1"), answered("WO-01/attempt-2", { cost_usd: null }));
  expect(spendingInWords(runSpending(events))).toEqual([
    "2 answers",
    "2.0k tokens in (60% cached), 200 out (80 reasoning)",
    "at least $0.25",
  ]);
});

test("spending from a record says so", () => {
  const events = journal(answered("WO-01/attempt-1", { provider: "replay", usage: null, cost_usd: null }));
  expect(spendingInWords(runSpending(events))).toEqual(["1 answer", "answered from a record: nothing was billed"]);
  expect(spendingInWords(spentTogether([]))).toEqual([]);
});

test("costs are grouped, and the groups add up to the whole", () => {
  const questions = questionsOf(
    journal(
      answered("plan/attempt-1"),
      answered("WO-01/attempt-1"),
      answered("WO-01/attempt-2", { asked_model: "strong" }),
    ),
  );
  const rows = (by: Parameters<typeof costRows>[1]) =>
    costRows(questions, by).map(({ name, spending }) => [name, spending.answers]);
  expect(rows("order")).toEqual([
    ["plan", 1],
    ["WO-01", 2],
  ]);
  expect(rows("model")).toEqual([
    ["m", 2],
    ["strong", 1],
  ]);
  expect(rows("role")).toEqual([
    ["planner", 1],
    ["factory", 2],
  ]);
  expect(rows("attempt").map(([name]) => name)).toEqual(["plan/attempt-1", "WO-01/attempt-1", "WO-01/attempt-2"]);
});

test("the time of an interrupted session reaches to the last event of its parts", () => {
  const finished: EventBody = { type: "run_finished", verdict: "ERROR", exit_code: 5, duration_ms: 3_000 };
  const started: EventBody = { type: "warning", message: "" };
  const main = [at(0, "s", started), at(10, "s", started), at(100, "s", RESUMED), at(104, "s", finished)];
  expect(timeSpent(main)).toBe(13_000);
  expect(timeSpent(main, [at(60, "p", started), at(102, "p", started)])).toBe(63_000);
});
