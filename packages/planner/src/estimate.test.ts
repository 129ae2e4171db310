import { readFileSync } from "node:fs";
import { promptLimits } from "@llmch/contract";
import { DEFAULT_SETTINGS } from "@llmch/contract/settings";
import { type JsonObject, utf8Length } from "@llmch/text";
import { describe, expect, test } from "vitest";
import { type EstimateInputs, estimatedFiles, estimateOrders, type OrderEstimate } from "./estimate.ts";
import { order } from "./plan.fixture.ts";

const SETTINGS = DEFAULT_SETTINGS.factory;
const LIMITS = promptLimits(400_000);
const INPUTS: EstimateInputs = {
  orders: [order(1, { context_files: [] })],
  standing: new Map(),
  commonBytes: 0,
  settings: { ...SETTINGS, max_attempts: 1 },
  limits: LIMITS,
};
const estimateOf = (changes: Partial<EstimateInputs> = {}) => {
  const [first] = estimateOrders({ ...INPUTS, ...changes });
  if (first === undefined) throw new Error("no order was estimated");
  return first;
};
const bytesOf = (told: JsonObject) => utf8Length(JSON.stringify(told));
const ONE = INPUTS.orders[0] ?? {};

/** Two of ten orders need another attempt. */
const CALLS = 1.2;
const NEW_FILE = 1_500 + 150;

describe("an order", () => {
  const settings = { ...INPUTS.settings, max_attempts: 2 };

  test("with one new file costs its prompt and the file", () => {
    const prompt = bytesOf(ONE) + 200 + 500;
    expect(estimateOf({ settings }).likely).toEqual({
      calls: CALLS,
      input_tokens: Math.ceil((CALLS * prompt) / 4),
      output_tokens: Math.ceil(CALLS * (Math.ceil(NEW_FILE / 4) + 500)),
    });
    expect(estimateOf()).toEqual({
      order: "WO-01",
      likely: { calls: 1, input_tokens: Math.ceil(prompt / 4), output_tokens: Math.ceil(NEW_FILE / 4) + 500 },
      high: { calls: 1, input_tokens: Math.ceil(prompt / 3), output_tokens: Math.ceil(5_150 / 3) + 4_000 },
    });
  });

  test.each<[string, Partial<EstimateInputs>, { readonly input: number; readonly output: number }]>([
    ["a template and a listing", { commonBytes: 4_000 }, { input: 1_000, output: 0 }],
    ["a file that is edited", { standing: new Map([["src/m1.js", 40_000]]) }, { input: 10_000, output: 1_275 }],
    ["a small file that stands", { standing: new Map([["src/m1.js", 400]]) }, { input: 100, output: -275 }],
    ["a file of another order", { standing: new Map([["src/m2.js", 40_000]]) }, { input: 0, output: 0 }],
    [
      "a file that is too large to be shown",
      { standing: new Map([["src/m1.js", 400_000]]) },
      { input: LIMITS.fileBytes / 4, output: 14_775 },
    ],
  ])("with %s costs that much more", (_, changes, more) => {
    const [without, withIt] = [estimateOf().likely, estimateOf(changes).likely];
    expect(withIt.input_tokens - without.input_tokens).toBe(more.input);
    expect(withIt.output_tokens - without.output_tokens).toBe(more.output);
  });

  test("sees what earlier orders make", () => {
    const orders = [order(1), order(2), order(3, { allowed_files: ["src/m1.js"], context_files: ["src/m2.js"] })];
    const [first, second, third] = estimateOrders({ ...INPUTS, orders });
    const others = (index: number) => bytesOf(orders[index] ?? {}) + 500;
    expect(first?.likely.input_tokens).toBe(Math.ceil((others(0) + 200) / 4));
    expect(second?.likely.input_tokens).toBe(Math.ceil((others(1) + 2 * 200 + 1_500) / 4));
    expect(third?.high.input_tokens).toBe(Math.ceil((others(2) + 2 * 200 + 10_000) / 3));
    expect(third?.high.output_tokens).toBe(Math.ceil(7_150 / 3) + 4_000);
  });

  test("has no provenance in its prompt", () => {
    const orders = [{ ...ONE, provenance: { planner_run_id: "x".repeat(1_000) } }];
    expect(estimateOf({ orders })).toEqual(estimateOf());
  });
});

describe("the attempts", () => {
  const high = (changes: Partial<EstimateInputs["settings"]>) =>
    estimateOf({ settings: { ...INPUTS.settings, ...changes } }).high;
  const one = high({});

  test("each repeat the prompt, the last answer and every brief so far", () => {
    const asked = high({ max_attempts: 3 });
    const prompt = bytesOf(ONE) + 200 + 500;
    expect(asked.calls).toBe(3);
    expect(asked.output_tokens).toBe(3 * one.output_tokens);
    expect(asked.input_tokens).toBe(Math.ceil((3 * prompt + (0 + 1 + 2) * 6_000 + 2 * 5_150) / 3));
  });

  test("are counted instantly, however many there are", () => {
    expect(high({ max_attempts: 1_000_000 }).calls).toBe(1_000_000);
  });
});

test.each([
  ["the demo", "../../../scripts/demo/exchanges.jsonl"],
  ["the tutorial", "../../../docs/tutorial/answers.jsonl"],
])("the likely tokens are close to those of recorded answers: %s", (_, record) => {
  const lines = readFileSync(new URL(record, import.meta.url), "utf8")
    .trim()
    .split("\n");
  const exchanges = lines.map((line): { key: string; response: { text: string } } => JSON.parse(line));
  const plan = JSON.parse(exchanges.findLast(({ key }) => key.startsWith("plan/"))?.response.text ?? "");
  const answers = exchanges.filter(({ key }) => key.startsWith("WO-"));
  const orders = plan.work_orders.filter(({ id }: { id: string }) =>
    answers.some(({ key }) => key.startsWith(`${id}/`)),
  );
  const real = answers.reduce((sum, { response }) => sum + utf8Length(response.text) / 4 + 500, 0);
  const estimates = estimateOrders({ ...INPUTS, orders, settings: SETTINGS });
  const tokens = (of: (each: OrderEstimate) => number) => estimates.reduce((sum, each) => sum + of(each), 0);
  const ratio = tokens(({ likely }) => likely.output_tokens) / real;
  expect(ratio).toBeGreaterThan(0.7);
  expect(ratio).toBeLessThan(1.6);
  expect(tokens(({ high }) => high.output_tokens)).toBeGreaterThan(real);
});

test("a review is counted separately from the author's answers, and the upper limit has every round of each attempt", () => {
  const settings = { ...SETTINGS, max_attempts: 2 };
  const review = { rounds: 2, commonBytes: 4_000 };
  const [plain, reviewed] = [estimateOf({ settings }), estimateOf({ settings, review })];
  expect(reviewed.likely).toEqual(plain.likely);
  expect(reviewed.high.calls).toBe(3 * plain.high.calls);
  expect(reviewed.review).toEqual({
    likely: { calls: 1, input_tokens: Math.ceil((4_000 + bytesOf(ONE) + NEW_FILE + 500) / 4), output_tokens: 600 },
    high: expect.objectContaining({ calls: 6, output_tokens: 6 * 4_600 }),
  });
  expect(plain.review).toBeUndefined();
});

test("each file of the orders is listed once", () => {
  expect(estimatedFiles([order(1), order(2), order(3)])).toEqual(["src/m1.js", "src/m2.js", "src/m3.js"]);
});
