import { orderCall } from "@llmch/contract";
import { DEFAULT_SETTINGS } from "@llmch/contract/settings";
import { serves } from "@llmch/testkit";
import { expect, test } from "vitest";
import { createBudget } from "../money/budget.ts";
import { textAt } from "../transport/envelope.ts";
import { reason, scene, text } from "./live.fixture.ts";

test("a compressed answer, which could expand without end, is not read", async () => {
  const { ask } = await scene({ chat: [serves.raw("HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\n\r\n")] });
  expect(text(await ask("factory"))).toContain("compressed (gzip)");
});

test("an endless answer is neither read completely nor retried", async () => {
  const { ask, server } = await scene({ chat: [serves.floods(40 * 1024 * 1024)] });
  expect(reason(await ask("factory"))).toBe("broken-answer");
  expect(server.requests).toHaveLength(1);
});

test.each([
  ["planner", serves.silence()],
  ["factory", serves.silence()],
  ["planner", serves.fallsSilent()],
  ["planner", serves.drips(5)],
  ["factory", serves.drips(5)],
] as const)("the %s does not wait beyond the total limit, even if bytes trickle in", async (role, step) => {
  const { ask, server } = await scene({ responses: [step], chat: [step] }, { totalMs: { planner: 60, factory: 60 } });
  expect(reason(await ask(role))).toBe("unreachable");
  expect(server.requests.length).toBeLessThan(2);
});

/** Longer than a test may take. */
const ENDLESS = { totalMs: { planner: 600_000, factory: 600_000 } };

test("an interrupt ends the question at once, at any stage", async () => {
  for (const step of [serves.silence(), serves.drips(5), serves.status(503, { headers: { "retry-after": "50" } })]) {
    for (const role of ["planner", "factory"] as const) {
      const { ask, interrupt, exchanges } = await scene({ responses: [step], chat: [step] }, ENDLESS);
      setTimeout(() => interrupt.abort(), 20);
      expect(reason(await ask(role))).toBe("interrupted");
      expect(exchanges).toEqual([]);
    }
  }
});

test("an interrupt before the question sends nothing", async () => {
  const { ask, interrupt, server } = await scene({ chat: [serves.answers("{}")] });
  interrupt.abort();
  expect(reason(await ask("factory"))).toBe("interrupted");
  expect(server.requests).toEqual([]);
});

const NO_LIMIT = ["max_tokens", "max_completion_tokens", "max_output_tokens"];
const budgetOf = (tokens: number) =>
  createBudget({ usd: null, tokens, minutes: null }, { usd: 0, tokens: 0, ms: 0 }, () => 0);

test.each(["planner", "factory"] as const)(
  "for a server that accepts no limit, the largest answer is reserved: %s",
  async (role) => {
    const script = { responses: [serves.answers("{}")], chat: [serves.answers("{}")], refuses: NO_LIMIT };
    const small = await scene(script, {}, { budget: budgetOf(100_000) });
    expect(reason(await small.ask(role))).toBe("limit");
    expect(small.events).toContainEqual(
      expect.objectContaining({ type: "limit_reached", limit: "tokens", cap: 100_000 }),
    );
    const large = await scene(script, {}, { budget: budgetOf(200_000) });
    expect(text(await large.ask(role))).toBe("{}");
  },
);

test.each([
  ["planner", "gpt-5.2-codex"],
  ["factory", "gpt-5.2"],
  ["factory", "compatible:by-messages/m"],
] as const)("what had streamed of a call that an interrupt cut is kept, and estimated: %s, %s", async (role, model) => {
  const silent = serves.fallsSilent({ text: "half an answer" });
  const settings = { ...DEFAULT_SETTINGS, [role]: { ...DEFAULT_SETTINGS[role], model: [model] } };
  const script = { responses: [silent], chat: [silent], messages: [silent] };
  const { ask, interrupt, events, answering, broken, exchanges } = await scene(script, {}, { settings });
  const reply = ask(role, { prompt: "Answer, please." });
  while (answering.length === 0) await new Promise(setImmediate);
  interrupt.abort();
  expect(reason(await reply)).toBe("interrupted");
  const last = events.at(-1);
  expect(last).toMatchObject({ type: "model_failed", usage: null, estimated: { calls: 1 } });
  expect(last).not.toHaveProperty("untold");
  expect(last).not.toHaveProperty("lost_calls");
  expect(broken).toMatchObject([{ cut: true, asked_model: model, request: { prompt: "Answer, please." } }]);
  expect("half an answer").toContain(textAt(broken[0], "response", "text"));
  expect(textAt(broken[0], "response", "text")).not.toBe("");
  expect(exchanges).toEqual([]);
});

test("what had streamed before a connection broke is kept, and the call counts with its worst case", async () => {
  const { ask, events, broken, exchanges } = await scene({ chat: [serves.breaksStream(), serves.answers("{}")] });
  expect(text(await ask("factory"))).toBe("{}");
  expect(broken).toMatchObject([{ key: "WO-01/attempt-1", cut: true, response: { text: "half an ans" } }]);
  expect(events.at(-1)).toMatchObject({
    type: "model_answered",
    lost_calls: 1,
    untold: { tokens: expect.any(Number) },
  });
  expect(exchanges).toHaveLength(1);
});

const LONG = "x".repeat(2_000_000);

test.each([
  ["planner", serves.answers("{}", { reasoning: [LONG] })],
  ["factory", serves.answers(LONG)],
] as const)("an unlimited answer to the %s is cut, and counts with an estimate of what came", async (role, endless) => {
  const script = { responses: [endless], chat: [endless], refuses: NO_LIMIT };
  const { ask, events } = await scene(script, {}, { budget: budgetOf(200_000) });
  expect(text(await ask(role)).slice(0, 200)).toContain("answers with more than 1048576 characters");
  expect(events.at(-1)).toMatchObject({ type: "model_failed", usage: null, estimated: { calls: 1 } });
  expect(reason(await ask(role, { call: orderCall("WO-01", 2) }))).toBe("limit");
});

test.each([
  ["planner", "gpt-5.2-codex"],
  ["factory", "gpt-5.2"],
  ["factory", "compatible:by-messages/m"],
] as const)("an answer that exceeds the limit that its server accepted is cut: %s, %s", async (role, model) => {
  const endless = serves.answers(LONG, { reasoning: [LONG] });
  const settings = { ...DEFAULT_SETTINGS, [role]: { ...DEFAULT_SETTINGS[role], model: [model] } };
  const { ask, server, events } = await scene(
    { responses: [endless], chat: [endless], messages: [endless] },
    {},
    { settings },
  );
  const reply = await ask(role);
  expect(text(reply).slice(0, 200)).toMatch(/answers with more than \d+ characters/);
  // The address was right, so the hint does not doubt it.
  expect(reply).toMatchObject({ kind: "failed", hint: expect.stringContaining("that is too long: split") });
  expect(server.requests).toHaveLength(1);
  expect(events.at(-1)).toMatchObject({ type: "model_failed", estimated: { calls: 1 } });
});
