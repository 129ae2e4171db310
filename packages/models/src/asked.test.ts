import { fingerprint, type ModelRequest } from "@llmch/contract";
import { expect, test } from "vitest";
import { askedOf, DEFAULT_MODELS, requestHash } from "./asked.ts";

const request = (details: Partial<ModelRequest> = {}): ModelRequest => ({
  key: "WO-01/attempt-2",
  role: "factory",
  prompt: "p",
  stablePrompt: "p",
  attempt: 2,
  stableLength: 1,
  answerSchema: { name: "proposal", schema: { type: "object", required: ["a"] } },
  ...details,
});
const hash = (details?: Partial<ModelRequest>, models = DEFAULT_MODELS): string =>
  requestHash(request(details), models);

test("the hash is fixed for ever: records made by older versions replay strictly", () => {
  expect(hash()).toBe("d2034111229e33e9cf73e4ea28bd7fe1019bddc9ae918419ac57396bc99989b3");
});

test("the output of a command, which changes from run to run, does not change the hash", () => {
  const withOutput = (output: string) =>
    hash({ prompt: `It failed:\n${output}`, stablePrompt: `It failed:\n${fingerprint(output)}` });
  expect(withOutput("1 failed in 0.31s at /tmp/run-1/a.py:12")).toBe(
    withOutput("1 failed in 12.5s at /home/me/other/a.py:12"),
  );
});

test.each<[string, string]>([
  ["the prompt", hash({ stablePrompt: "q" })],
  ["the role", hash({ role: "planner" })],
  ["the form of the answer", hash({ answerSchema: null })],
  ["the model", hash({}, { ...DEFAULT_MODELS, factory: { ...DEFAULT_MODELS.factory, chain: ["other"] } })],
  ["the temperature", hash({}, { ...DEFAULT_MODELS, factory: { ...DEFAULT_MODELS.factory, temperature: 1 } })],
])("%s changes the hash", (_, changed) => {
  expect(changed).not.toBe(hash());
});

test("the key and the other role's settings do not change the hash", () => {
  expect(hash({ key: "WO-09/attempt-1" })).toBe(hash());
  expect(
    hash({}, { ...DEFAULT_MODELS, planner: { ...DEFAULT_MODELS.planner, chain: ["x"], reasoningEffort: "high" } }),
  ).toBe(hash());
});

test("what is kept of a request can be read by a person", () => {
  expect(askedOf(request({ role: "planner", prompt: "whole" }), DEFAULT_MODELS)).toEqual({
    role: "planner",
    model: "gpt-5.2-codex",
    reasoning_effort: "medium",
    answer_schema: "proposal",
    prompt: "whole",
  });
});
