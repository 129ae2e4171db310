import type { Exchange } from "@llmch/contract";
import { expect, test } from "vitest";
import { measuredAnswers, measuredIn } from "./measured-answers.ts";

const exchange = (key: string, output_tokens: number, changes: Partial<Exchange> = {}): Exchange => ({
  key,
  request: { prompt: "p".repeat(1_000) },
  response: { text: "a".repeat(100) },
  usage: { input_tokens: 300, output_tokens, cached_tokens: 0 },
  asked_model: "gpt-5.2",
  provider: "openai",
  ...changes,
});

test("the medians of what a model's answers took, and how many attempts an order needed", () => {
  const runs = [
    [exchange("WO-01/attempt-1", 100), exchange("WO-01/attempt-2", 150)],
    [exchange("WO-02/attempt-1", 900), exchange("WO-02/attempt-1/cut", 64_000)],
  ];
  expect(measuredIn(runs, "gpt-5.2")).toEqual({
    answers: 3,
    inputPerByte: 0.3,
    outputPerByte: 1.5,
    attemptsPerOrder: 1.5,
  });
});

test.each<[string, Partial<Exchange>]>([
  ["of another model", { asked_model: "other" }],
  ["from a record", { provider: "replay" }],
  ["whose usage was not told", { usage: null }],
  ["to a plan", { key: "plan/attempt-1" }],
  ["of a review", { key: "WO-01/attempt-1/review-1" }],
  ["without words", { response: { text: "" } }],
  ["that could call tools", { request: { prompt: "p".repeat(1_000), tools: ["read"] } }],
])("answers %s are ignored", (_, changes) => {
  const four = ["WO-01", "WO-02", "WO-03"].map((order) => [exchange(`${order}/attempt-1`, 100, changes)]);
  expect(measuredIn(four, "gpt-5.2")).toBeNull();
});

test("if there are no runs, nothing is measured", async () => {
  expect(await measuredAnswers("/nowhere", "gpt-5.2")).toBeNull();
});
