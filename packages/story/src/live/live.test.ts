import type { EventBody, RunEvent } from "@llmch/contract";
import { expect, it } from "vitest";
import { advanceLive } from "./advance-live.ts";
import { type LiveOutline, type LiveState, liveState } from "./live-state.ts";

const NOON = Date.parse("2026-01-01T12:00:00.000Z");
/** A run's events, each one second after the previous one. */
const events = (...bodies: readonly (readonly [run: string, body: EventBody])[]): RunEvent[] =>
  bodies.map(([run_id, body], seq) => ({ ...body, seq, ts: new Date(NOON + seq * 1000).toISOString(), run_id }));
const after = (outline: LiveOutline, happened: readonly RunEvent[]): LiveState =>
  happened.reduce(advanceLive, liveState(outline, NOON));

const config = {} as Extract<EventBody, { type: "order_started" }>["config"];
const started = (order: string, title: string): EventBody => ({
  ...{ type: "order_started", format: 2, order, title, work_order_sha256: "", branch: "b", baseline: "", model: "m" },
  schedule: "S",
  config,
});
const answered = (input_tokens: number | null): EventBody => ({
  type: "model_answered",
  key: "k",
  duration_ms: 1,
  usage: input_tokens === null ? null : { input_tokens, output_tokens: 2, cached_tokens: 1 },
  model: "m",
});
const ORDERS: LiveOutline = {
  kind: "orders",
  orders: ["WO-01", "WO-02", "WO-03"].map((order, index) => ({ order, title: `T${order}`, skipped: index === 0 })),
};

it("follows an order of a run-all through its attempts", () => {
  const happened = events(
    ["S", { type: "order_run_started", order: "WO-02", run: "A" }],
    ["A", started("WO-02", "Second")],
    ["A", { type: "attempt_started", attempt: 2, max_attempts: 5 }],
    ["A", { type: "step_started", attempt: 2, step: "propose" }],
    ["A", { type: "model_asked", key: "k" }],
    ["A", { type: "model_retried", key: "k", reason: "429", wait_ms: 500 }],
    ["A", answered(10)],
    ["A", { type: "step_started", attempt: 2, step: "verify" }],
    ["A", { type: "command_started", phase: "verify", index: 0, command: "make" }],
    [
      "A",
      { type: "command_finished", phase: "verify", index: 0, command: "make", ok: true, exit_code: 0, duration_ms: 1 },
    ],
    ["A", { type: "run_finished", verdict: "FAIL", exit_code: 1, duration_ms: 9 }],
    [
      "S",
      { type: "order_run_ended", order: "WO-02", run: "A", verdict: "FAIL", exit_code: 1, commit: null, seal: null },
    ],
  );
  const at = (count: number) => after(ORDERS, happened.slice(0, count)).orders[1];
  expect(after(ORDERS, []).orders.map(({ state }) => state)).toEqual(["skipped", "waiting", "waiting"]);
  expect(at(1)).toMatchObject({ state: "running", run: "A", title: "TWO-02", attempt: 0 });
  expect(at(3)).toMatchObject({ title: "Second", attempt: 2, max_attempts: 5, step: null, started_at: NOON + 1000 });
  expect(at(5)).toMatchObject({ step: "propose", doing: { kind: "asking", since: NOON + 4000 } });
  expect(at(6)?.doing).toEqual({ kind: "waiting", reason: "429", until: NOON + 5500 });
  expect(at(7)).toMatchObject({ doing: null, spending: { answers: 1, usage: { input_tokens: 10 } } });
  expect(at(9)).toMatchObject({ step: "verify", doing: { kind: "command", command: "make" } });
  expect(at(10)?.doing).toBeNull();
  for (const count of [11, 12]) expect(at(count)).toMatchObject({ state: "failed", ended_at: NOON + 10_000 });
  expect(after(ORDERS, happened).orders.map(({ state }) => state)).toEqual(["skipped", "failed", "waiting"]);
});

it("adds up what all answers took, and counts those with unknown usage", () => {
  const happened = events(
    ["A", started("WO-02", "Second")],
    ["A", answered(10)],
    ["A", answered(null)],
    ["A", { type: "run_finished", verdict: "PASS", exit_code: 0, duration_ms: 9 }],
    ["B", started("WO-03", "Third")],
    ["B", answered(5)],
  );
  const { orders, spending } = after(ORDERS, happened);
  const usage = { input_tokens: 15, output_tokens: 4, cached_tokens: 2 };
  expect(spending).toMatchObject({ answers: 3, unknown: 1, usage, cost_usd: null, unpriced: 3 });
  expect(orders.map((order) => order.spending.usage.input_tokens)).toEqual([0, 10, 5]);
});

it("counts the time of a resumed order from its resumption", () => {
  const [begun, resumed] = events(
    ["A", started("WO-02", "Second")],
    ["A", { type: "resumed", format: 2, from_seq: 7 }],
  );
  const old = { ...(begun as RunEvent), ts: "2020-01-01T00:00:00.000Z" };
  const state = after(ORDERS, [old, resumed as RunEvent]);
  expect(state.started_at).toBe(NOON);
  expect(state.orders[1]?.started_at).toBe(NOON + 1000);
  expect([after(ORDERS, [old]).isResumed, state.isResumed]).toEqual([false, true]);
});

it("follows a compile, and accepts an unknown order and an unreadable time", () => {
  const judged = { code: "E103", wo_id: null, message: "", field: null } as const;
  const compiled = after({ kind: "plan" }, [
    ...events(
      ["P", { type: "compile_attempt_started", attempt: 1, max_attempts: 5 }],
      ["P", { type: "model_asked", key: "k" }],
      ["P", answered(7)],
      ["P", { type: "compile_attempt_judged", attempt: 1, errors: [judged, judged], warnings: [] }],
      ["P", { type: "compile_attempt_started", attempt: 2, max_attempts: 5 }],
    ),
  ]);
  expect(compiled.compile).toMatchObject({
    attempt: 2,
    started_at: NOON,
    spending: { answers: 1 },
    judged: [{ attempt: 1, errors: 2, warnings: 0 }],
  });
  const [unknown] = events(["X", started("WO-77", "Not in the plan")]);
  const state = after(ORDERS, [{ ...(unknown as RunEvent), ts: "yesterday" }]);
  expect(state.orders.at(-1)).toMatchObject({ order: "WO-77", state: "running", started_at: 0 });
});

it("follows orders that are open at once: what is ahead of its turn, what it waits for, and what was dropped", () => {
  const judged = (step: "validate" | "accept"): EventBody => ({
    ...{ type: "step_finished", attempt: 1, step, ok: true, duration_ms: 1, detail: null, speculation: 1 },
  });
  const happened = events(
    ["A", started("WO-02", "Second")],
    ["B", started("WO-03", "Third")],
    ["B", { type: "speculation_started", speculation: 1 }],
    ["B", { type: "attempt_started", attempt: 1, max_attempts: 5, speculation: 1 }],
    ["B", judged("validate")],
    ["B", { type: "step_started", attempt: 1, step: "apply", speculation: 1 }],
    ["B", judged("accept")],
    ["A", judged("accept")],
    ["B", { type: "speculation_ended", speculation: 1 }],
    ["B", { type: "attempt_started", attempt: 1, max_attempts: 5 }],
  );
  const at = (count: number) => after(ORDERS, happened.slice(0, count)).orders;
  expect(at(4)[2]).toMatchObject({ ahead: [1], attempt: 1, doing: null });
  expect(at(5)[2]?.doing).toMatchObject({ kind: "turn", of: "gates" });
  expect(at(6)[2]).toMatchObject({ doing: null });
  expect(at(7)[2]?.doing).toMatchObject({ kind: "turn", of: "order" });
  // In its turn it does not wait for its turn.
  expect(at(8)[1]?.doing).toBeNull();
  expect(at(9)[2]).toMatchObject({ ahead: [], attempt: 0, doing: { kind: "turn", since: NOON + 8000 } });
  // Its clock stood still meanwhile.
  expect(at(10)[2]).toMatchObject({ attempt: 1, state: "running", doing: null, started_at: NOON + 2000 });
});

it("begins anew after work that was done ahead, and forgets it with its process", () => {
  const ahead = events(
    ["B", started("WO-03", "Third")],
    ["B", { type: "speculation_started", speculation: 1 }],
    ["B", { type: "attempt_started", attempt: 2, max_attempts: 5, speculation: 1 }],
  );
  const then = (body: EventBody) => after(ORDERS, [...ahead, ...events(["B", body])]).orders[2];
  expect(then({ type: "speculation_ended", speculation: 1 })).toMatchObject({ ahead: [], attempt: 0 });
  expect(then({ type: "resumed", format: 2, from_seq: 1 })).toMatchObject({ ahead: [] });
});

it("learns from a schedule's start which orders there are, and what runs in parallel", () => {
  const schedule = (jobs: number): EventBody => ({
    ...{ type: "schedule_started", format: 2, branch: "b", baseline: "", skipped: ["WO-01"] },
    orders: ["WO-01", "WO-02"].map((order) => ({ order, sha256: "" })),
    config: { ...config, jobs },
  });
  const nothing: LiveOutline = { kind: "orders", orders: [] };
  expect(after(nothing, events(["S", schedule(1)]))).toMatchObject({ jobs: 1, orders: [{}, { order: "WO-02" }] });
  const seen = after(nothing, events(["S", schedule(4)]));
  expect(seen).toMatchObject({ jobs: 4, orders: [{ state: "skipped" }, { order: "WO-02", state: "waiting" }] });
  const anew = { ...schedule(4), orders: [{ order: "WO-01", sha256: "" }], folder: "orders_2" } as EventBody;
  expect(after(nothing, events(["S", schedule(4)], ["S", anew])).orders.map(({ order }) => order)).toEqual(["WO-01"]);
});

it("stays in the attempt whose order is divided while a child goes through its own", () => {
  const child = "WO-02.1";
  const happened = events(
    ["A", started("WO-02", "Second")],
    ["A", { type: "attempt_started", attempt: 2, max_attempts: 5 }],
    ["A", { type: "step_started", attempt: 2, step: "propose" }],
    ["A", { type: "attempt_started", attempt: 1, max_attempts: 3, child }],
    ["A", { type: "step_started", attempt: 1, step: "verify", child }],
    ["A", { type: "command_started", phase: "verify", index: 0, command: "make", child }],
  );
  const order = after(ORDERS, happened).orders.find((each) => each.order === "WO-02");
  expect(order).toMatchObject({ attempt: 2, max_attempts: 5, step: "propose", doing: { command: "make" } });
});

it("follows what is judged once all orders have landed, like one more order", () => {
  const which = { phase: "plan_acceptance", index: 0, command: "npm run e2e" } as const;
  const running = events(
    [
      "S",
      { type: "order_run_ended", order: "WO-02", run: "A", verdict: "PASS", exit_code: 0, commit: "c", seal: null },
    ],
    ["S", { type: "command_started", ...which }],
  );
  const judged = events(["S", { type: "plan_judged", commit: "c", brief: null }]);
  const whole = { order: "the whole", state: "running", doing: { kind: "command", command: "npm run e2e" } };
  expect(after(ORDERS, running).orders.at(-1)).toMatchObject(whole);
  expect(after(ORDERS, [...running, ...judged]).orders.at(-1)).toMatchObject({ state: "passed", doing: null });
});
