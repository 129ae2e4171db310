import { DEFAULT_SETTINGS, type Settings } from "@llmch/contract/settings";
import { expect, test } from "vitest";
import { modelSource } from "./model-source.ts";

const env = { OPENAI_API_KEY: "sk-test", ANTHROPIC_API_KEY: "sk-test" };
const asked = (
  factory: Partial<Settings["factory"]>,
  usd: number | null,
  more: Partial<Settings> = {},
  doubtedPrices: readonly string[] = [],
  origins: Readonly<Record<string, string>> = {},
) => {
  const settings = {
    ...{ ...DEFAULT_SETTINGS, ...more },
    factory: { ...DEFAULT_SETTINGS.factory, ...factory },
    budget: { ...DEFAULT_SETTINGS.budget, usd },
  };
  const resolved = { values: settings, untrusted: {}, doubtedPrices, origins };
  return { settings, source: () => modelSource({ replayStrict: false }, resolved, "factory", { env, cwd: "/" }) };
};

const strongerRow = (model: string) => [{ after: "any", failures: 2, do: "model", model, usd: null }] as const;

test.each([
  ["asked first", { model: ["gpt-unheard-of"] as const }],
  ["a stand-in", { model: ["gpt-5.2", "gpt-unheard-of"] as const }],
  ["the stronger one", { escalation: strongerRow("gpt-unheard-of") }],
])("a dollar budget is refused if the price of a model is unknown: %s", async (_, factory) => {
  expect(await asked(factory, 5).source()).toMatchObject({
    ok: false,
    issues: [{ code: "unknown-price", message: expect.stringContaining("gpt-unheard-of") }],
  });
  expect(await asked(factory, null).source()).toMatchObject({ ok: true });
});

test("a dollar budget is refused if the price of the reviewer is unknown", async () => {
  const review = { ...DEFAULT_SETTINGS.review, model: "gpt-unheard-of" };
  expect(await asked({}, 5, { review }).source()).toMatchObject({
    ok: false,
    issues: [{ code: "unknown-price", message: expect.stringContaining("gpt-unheard-of") }],
  });
  expect(await asked({}, null, { review }).source()).toMatchObject({ ok: true });
});

test.each([
  [["gpt-5.2"], null, "gpt-5.2", 1],
  [["gpt-5.2"], "gpt-5.2-codex", "gpt-5.2-codex", 1],
  [["gpt-5.2"], null, "anthropic:claude-opus-5-5", 0],
] as const)(
  "model %j, escalated to %j, reviewed by %s: %d warnings about self-review",
  async (model, stronger, review, count) => {
    const source = await asked({ model, escalation: stronger === null ? [] : strongerRow(stronger) }, null, {
      review: { ...DEFAULT_SETTINGS.review, model: review },
    }).source();
    const warnings = source.ok ? source.value.warnings : [];
    expect(warnings.filter((warning) => warning.includes(`${review} reviews its own work`))).toHaveLength(count);
  },
);

test("a price in the settings counts as known", async () => {
  const price = { input: 1, cached_input: null, cache_write: null, output: 2 };
  const models = { ...DEFAULT_SETTINGS.models, prices: { "gpt-unheard-of": price } };
  expect(await asked({ model: ["gpt-unheard-of"] }, 5, { models }).source()).toMatchObject({ ok: true });
});

test("a price from the repo alone makes nothing cheaper, and is not enough for a cap", async () => {
  const free = { input: 0, cached_input: null, cache_write: null, output: 0 };
  const prices = { "gpt-unheard-of": free, "gpt-5.2": free };
  const models = { ...DEFAULT_SETTINGS.models, prices };
  const doubted = Object.keys(prices);
  const source = (model: string, usd: number | null) => asked({ model: [model] }, usd, { models }, doubted).source();
  expect(await source("gpt-unheard-of-2026-01-01", 5)).toMatchObject({
    issues: [{ code: "unknown-price", message: expect.stringContaining("comes only from the repo's own file") }],
  });
  expect(await source("gpt-unheard-of", null)).toMatchObject({ ok: true });
  const capped = await source("gpt-5.2", 5);
  expect(capped.ok && capped.value.prices("gpt-5.2")?.output).toBeGreaterThan(0);
  expect(capped.ok && capped.value.warnings).toEqual([
    "gpt-5.2 costs more than the repo's own file says: llmch's price counts",
  ]);
});

test.each([
  ["asked for, of a model that takes none", "anthropic:claude", { "factory.temperature": "--llm-temperature" }, 1],
  ["asked for, of a model that takes it", "gpt-5.2", { "factory.temperature": "--llm-temperature" }, 0],
  ["that nobody asked for", "anthropic:claude", {}, 0],
])("a warning says if a temperature is left out: one %s", async (_, model, origins, count) => {
  const source = await asked({ model: [model], temperature: 0.3 }, null, {}, [], origins).source();
  const said = source.ok ? source.value.warnings.filter((warning) => warning.includes("without a temperature")) : [];
  expect(said).toHaveLength(count);
  for (const words of said) expect(words).toContain("its API takes none (--llm-temperature says 0.3)");
});

test("an order that triage may want reviewed is not carried out without a reviewer", async () => {
  const triage = {
    ...DEFAULT_SETTINGS.triage,
    orders: true,
    complex: { ...DEFAULT_SETTINGS.triage.complex, review: "on" as const },
  };
  expect(await asked({}, null, { triage }).source()).toMatchObject({
    ok: false,
    issues: [{ code: "bad-settings", message: expect.stringContaining("triage.complex ") }],
  });
  const review = { ...DEFAULT_SETTINGS.review, model: "anthropic:claude-opus-5-5" };
  expect(await asked({}, null, { triage, review }).source()).toMatchObject({ ok: true });
  expect(await asked({}, null, { triage: { ...triage, orders: false } }).source()).toMatchObject({ ok: true });
});

test("a temperature that was set causes a warning if the model's API takes none", async () => {
  const model = ["anthropic:claude-opus-5-5"] as const;
  const settings = { model, temperature: 0.5 };
  const warningsOf = async (origins: Readonly<Record<string, string>>) => {
    const source = await asked(settings, null, {}, [], origins).source();
    return source.ok ? source.value.warnings : [];
  };
  expect(await warningsOf({ "factory.temperature": "a file" })).toContainEqual(
    expect.stringContaining("a file says 0.5"),
  );
  expect(await warningsOf({})).toEqual([]);
});
