import { describe, expect, test } from "vitest";
import { summarizeRun } from "./run-summary.ts";

const line = (type: string, time: string, members: object = {}) =>
  `${JSON.stringify({ seq: 0, ts: `2026-01-01T10:00:${time}.000Z`, run_id: "r", type, ...members })}\n`;
const STARTED = line("order_started", "00", { order: "WO-01", title: 'say "type":"run_finished"', schedule: null });
const FINISHED = { verdict: "FAIL", exit_code: 1, duration_ms: 5000 };
const usage = { input_tokens: 10, output_tokens: 5, cached_tokens: 1 };

describe("whether a run was begun, is damaged, and how it ended", () => {
  test.each<[string, string, string, string | null]>([
    ["nothing", "", "empty", null],
    ["a torn first line", STARTED.slice(0, 20), "empty", null],
    ["the beginning alone", STARTED, "unfinished", null],
    ["the end too", STARTED + line("run_finished", "05", FINISHED), "finished", "FAIL"],
    ["a torn end", STARTED + line("run_finished", "05", FINISHED).slice(0, -2), "unfinished", null],
    ["gone on with", STARTED + line("run_finished", "05", FINISHED) + line("resumed", "09"), "unfinished", null],
    ["no verdict that is one", STARTED + line("run_finished", "05", { verdict: "MAYBE" }), "unfinished", null],
    ["another kind of run", line("plan_started", "00"), "damaged", null],
    ["no journal", "what is this\n", "damaged", null],
    ["JSON that is no event", "[]\n7\nnull\n", "damaged", null],
  ])("%s", (_name, journal, state, verdict) => {
    expect(summarizeRun("factory", "r", journal)).toMatchObject({
      ...{ is_begun: state !== "empty", is_damaged: state === "damaged", verdict },
    });
  });
});

test("sessions, attempts and answers are added up", () => {
  const journal = [
    STARTED,
    line("attempt_started", "01", { attempt: 1 }),
    line("model_answered", "02", { usage }),
    line("model_answered", "03", { usage: null }),
    line("step_finished", "04"),
    line("resumed", "20"),
    line("attempt_started", "21", { attempt: 1 }),
    line("attempt_started", "21", { attempt: 2 }),
    line("committed", "22", { commit: "abc" }),
    line("run_finished", "23", FINISHED),
    line("warning", "24"),
  ].join("");
  expect(summarizeRun("factory", "r", journal)).toMatchObject({
    order: "WO-01",
    attempts: 2,
    commit: "abc",
    // Four seconds until it broke off, plus what the second session reports.
    duration_ms: 9000,
    last_at: "2026-01-01T10:00:24.000Z",
    spending: { answers: 2, unknown: 1, usage: { input_tokens: 10 } },
  });
});

test("costs are added up as far as known, including failed questions", () => {
  const journal = [
    STARTED,
    line("model_answered", "01", { usage, cost_usd: 0.5, provider: "openai" }),
    line("model_answered", "02", { usage: { ...usage, reasoning_tokens: 3 }, cost_usd: null, lost_calls: 2 }),
    line("model_failed", "03", { usage, cost_usd: 0.25 }),
    line("model_failed", "04", {}),
    line("model_answered", "05", { usage: "much", cost_usd: "none", provider: "replay" }),
  ].join("");
  expect(summarizeRun("factory", "r", journal).spending).toEqual({
    ...{ answers: 3, unknown: 1, cost_usd: 0.75, unpriced: 2, lost_calls: 2, estimated_calls: 0, from_record: 1 },
    usage: { input_tokens: 30, output_tokens: 15, cached_tokens: 3, reasoning_tokens: 3 },
  });
});

test("a run-all counts its orders, and says where it stopped", () => {
  const orders = ["WO-01", "WO-02", "WO-03", "WO-04"].map((order) => ({ order }));
  const ended = (order: string, verdict: string) =>
    line("order_run_ended", "02", { order, run: `run-${order}`, verdict });
  const journal = [
    line("schedule_started", "00", { orders, skipped: ["WO-01"] }),
    line("order_run_started", "01", { order: "WO-02", run: "run-WO-02" }),
    ended("WO-02", "PASS"),
    ended("WO-03", "FAIL"),
  ].join("");
  expect(summarizeRun("run-all", "r", journal)).toMatchObject({
    verdict: null,
    orders: { total: 4, passed: 1, skipped: 1, stopped_at: "WO-03" },
    runs: ["run-WO-02", "run-WO-03"],
  });
});

test("a run-all stopped at the order that failed, and not at one that it interrupted", () => {
  const orders = ["WO-01", "WO-02"].map((order) => ({ order }));
  const begun = (order: string) => line("order_run_started", "01", { order, run: `run-${order}` });
  const ended = (order: string, verdict: string, exit_code: number) =>
    line("order_run_ended", "02", { order, run: `run-${order}`, verdict, exit_code });
  const journal = [
    line("schedule_started", "00", { orders, skipped: [] }),
    begun("WO-02"),
    begun("WO-01"),
    ended("WO-01", "FAIL", 1),
    ended("WO-02", "ERROR", 130),
  ].join("");
  const finished = journal + line("run_finished", "03", FINISHED);
  expect(summarizeRun("run-all", "r", finished).orders).toMatchObject({ passed: 0, stopped_at: "WO-01" });
  const resumed = finished + line("resumed", "04") + begun("WO-02");
  expect(summarizeRun("run-all", "r", resumed).orders?.stopped_at).toBe("WO-02");
});

test("attempts ahead of an order's turn do not count", () => {
  const journal = [
    STARTED,
    line("attempt_started", "01", { attempt: 1, speculation: 1 }),
    line("speculation_ended", "03", { speculation: 1 }),
    line("warning", "04"),
  ].join("");
  expect(summarizeRun("factory", "r", journal).attempts).toBe(0);
});

test("an attempt whose model could not be asked is not counted until it is made", () => {
  const unavailable = line("attempt_failed", "03", { attempt: 1, brief: { stage: "model_unavailable" } });
  const ended = line("run_finished", "04", { ...FINISHED, verdict: "ERROR", exit_code: 3 });
  const first = [STARTED, line("attempt_started", "01", { attempt: 1 }), unavailable, ended].join("");
  expect(summarizeRun("factory", "r", first)).toMatchObject({ attempts: 0, unavailable: true, objected: false });
  const again = [line("resumed", "05"), line("attempt_started", "06", { attempt: 1 })].join("");
  expect(summarizeRun("factory", "r", first + again)).toMatchObject({ attempts: 1, unavailable: false });
});

test("what passed and could not be committed is told, until a later session commits it", () => {
  const step = (time: string, ok: boolean) => line("step_finished", time, { attempt: 1, step: "finalize", ok });
  const ended = line("run_finished", "04", { ...FINISHED, verdict: "ERROR", exit_code: 2 });
  const failed = [STARTED, step("03", false), ended].join("");
  expect(summarizeRun("factory", "r", failed).ending).toMatchObject({ isUncommitted: true });
  const again = [line("resumed", "05"), step("06", true)].join("");
  expect(summarizeRun("factory", "r", failed + again).ending).toMatchObject({ isUncommitted: false });
});
