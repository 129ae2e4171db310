import { getEventListeners } from "node:events";
import { type EventBody, orderCall } from "@llmch/contract";
import { DEFAULT_SETTINGS } from "@llmch/contract/settings";
import { expect, test } from "vitest";
import { nobodyAsked } from "./model-source.ts";
import { limitedByTime } from "./time-limit.ts";
import { watchTimers } from "./timers.fixture.ts";
import { type Asking, withinBudget } from "./within-budget.ts";

/** Works within a budget of a minute, and returns what is left of it afterwards. */
const within = async (work: (asking: Asking) => Promise<string>, usedMs = 0) => {
  const values = { ...DEFAULT_SETTINGS, budget: { ...DEFAULT_SETTINGS.budget, minutes: 1 } };
  const model = nobodyAsked({ values, doubtedPrices: [] });
  const interrupt = new AbortController();
  const timers = watchTimers();
  const ended = await withinBudget(
    { model, before: { usd: 0, tokens: 0, ms: usedMs } },
    { settings: { values }, secrets: [], signal: interrupt.signal },
    work,
  ).catch((fault: Error) => `thrown: ${fault.message}`);
  const listeners = getEventListeners(interrupt.signal, "abort").length;
  const left = { timers: timers.open(60_000 - usedMs), listeners };
  expect(timers.started(60_000 - usedMs)).toBe(1);
  timers.end();
  return { ended, left };
};

const NOTHING = { timers: 0, listeners: 0 };

test("work that ends or throws leaves no timer and no listener", async () => {
  let seen: AbortSignal | null = null;
  expect(await within(async () => "done")).toEqual({ ended: "done", left: NOTHING });
  const thrown = await within(async ({ time }) => {
    seen = time.signal;
    expect(time.signal.aborted).toBe(false);
    throw new Error("in the middle");
  });
  expect(thrown).toEqual({ ended: "thrown: in the middle", left: NOTHING });
  expect(seen).toMatchObject({ aborted: true });
});

test("work that was interrupted by the time limit is recorded as limited; ended early, it is not", async () => {
  const events: EventBody[] = [];
  const session = { emit: async (event: EventBody) => void events.push(event) };
  const interrupted: { readonly kind: "interrupted" | "limited" } = { kind: "interrupted" };
  const limited = await within(async ({ gateway, time }) => {
    await new Promise((resolve) => time.signal.addEventListener("abort", resolve));
    const model = gateway.for({ appendExchange: async () => {}, emit: async () => {} });
    const reply = await model.ask({ call: orderCall("WO-01", 1), messages: [], answerSchema: null });
    expect(reply).toMatchObject({ kind: "failed", reason: "interrupted" });
    return (await limitedByTime(interrupted, time.reached(), session)).kind;
  }, 59_990);
  expect([limited.ended, events]).toEqual(["limited", [expect.objectContaining({ type: "limit_reached", cap: 1 })]]);
  const early = await within(async ({ time }) => {
    time.end();
    return (await limitedByTime(interrupted, time.reached(), session)).kind;
  });
  expect([early.ended, events.length]).toEqual(["interrupted", 1]);
});
