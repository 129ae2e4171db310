import type { ModelReply, RequestExecutor, Spending } from "@llmch/contract";
import { createRedactor } from "@llmch/text";
import { expect, test } from "vitest";
import { createExecuted } from "./executed.ts";
import { DEFAULT_MODELS } from "./gateway.fixture.ts";
import { requestOf } from "./live/live.fixture.ts";
import { type Caps, createBudget } from "./money/budget.ts";

const NO_CAPS: Caps = { usd: null, tokens: null, minutes: null };
const PRICE = { input: 2, output: 8, cached_input: null, cache_write: null };
const DONE: ModelReply = { kind: "answered", text: "{}", reasoning: null, usage: null, model: "mine" };
const STOPPED: ModelReply = { kind: "failed", reason: "limit", message: "", hint: "" };
const UNTOLD: Spending = { usage: null, costUsd: null, byModel: [] };
const dollars = (costUsd: number): Spending => ({ ...UNTOLD, costUsd });
const counts = (input_tokens: number) => ({ input_tokens, output_tokens: 10, cached_tokens: 0 });

/** An agent that tells what it spends step by step, is stopped when it is told so, and answers. */
const agentOf = (steps: readonly Spending[], stopped: boolean[] = []): RequestExecutor => ({
  answer: async (_, onSpending) => {
    for (const spending of steps) {
      stopped.push(onSpending(spending));
      if (stopped.at(-1)) return { ...STOPPED, spending };
    }
    return { ...DONE, spending: steps.at(-1) ?? UNTOLD };
  },
});

const asking = (caps: Partial<Caps>) => {
  const budget = createBudget({ ...NO_CAPS, ...caps }, { usd: 0, tokens: 0, ms: 0 }, () => 0);
  const prices = (name: string) => (name === "g-pro" ? PRICE : null);
  const { signal } = new AbortController();
  const options = { models: DEFAULT_MODELS, prices, budget, signal, redactor: createRedactor([]) };
  const warnings: string[] = [];
  const unheard = async () => {};
  const listener = {
    warned: async (message: string) => void warnings.push(message),
    ...{
      retried: unheard,
      limited: unheard,
      keepBroken: unheard,
      keepCut: unheard,
      onReasoning: () => {},
      cutBefore: null,
    },
  };
  const executed = createExecuted(options);
  const ask = (agent: RequestExecutor) => executed(agent)(requestOf("factory"), listener);
  return { ask, warnings, budget };
};

test("what an agent says that it spends counts once, however often it says it", async () => {
  const { ask, budget } = asking({ usd: 10, tokens: 10_000 });
  const usage = counts(100);
  const { charge } = await ask(agentOf([dollars(1), dollars(1), dollars(0.5), { ...dollars(3), usage }]));
  expect(charge).toMatchObject({ costUsd: 3, usage, limit: null });
  expect(budget.room()).toEqual({ usd: 7, tokens: 9890 });
});

test("at a cap it is stopped, what it had spent is charged, and nothing more is asked", async () => {
  const { ask } = asking({ usd: 2 });
  const stopped: boolean[] = [];
  const { reply, charge } = await ask(agentOf([dollars(1), dollars(2), dollars(3)], stopped));
  expect(stopped).toEqual([false, true]);
  expect(reply).toMatchObject({
    kind: "failed",
    reason: "limit",
    message: expect.stringContaining("$2.00 is used up"),
  });
  expect(charge).toMatchObject({ costUsd: 2, limit: { limit: "usd", cap: 2, spent: 2 } });
  const none: boolean[] = [];
  expect(await ask(agentOf([dollars(1)], none))).toMatchObject({ reply: { reason: "limit" }, charge: { costUsd: 0 } });
  expect(none).toEqual([]);
});

test.each<[string, Partial<Caps>, Spending, boolean]>([
  ["nothing, without a cap", {}, UNTOLD, true],
  ["nothing, with one", { tokens: 9000 }, UNTOLD, false],
  ["tokens, of which the cap is", { tokens: 9000 }, { ...UNTOLD, usage: counts(5) }, true],
  ["tokens, and the cap is in dollars", { usd: 9 }, { ...UNTOLD, usage: counts(5) }, false],
  ["dollars, and the cap is in tokens", { tokens: 9000 }, dollars(1), false],
  ["a model with a price", { usd: 9 }, { ...UNTOLD, byModel: [{ model: "g-pro", usage: counts(5) }] }, true],
  ["a model without one", { usd: 9 }, { ...UNTOLD, byModel: [{ model: "other", usage: counts(5) }] }, false],
])("an agent that tells %s is asked again: %j %j %s", async (_, caps, told, isAskedAgain) => {
  const { ask, warnings } = asking(caps);
  expect((await ask(agentOf([told]))).reply.kind).toBe("answered");
  expect((await ask(agentOf([told]))).reply.kind).toBe(isAskedAgain ? "answered" : "failed");
  expect(warnings).toHaveLength(isAskedAgain ? 0 : 1);
});
