import { expect, test } from "vitest";
import { knownContext, smallestContext } from "./contexts.ts";

const OWN = { "compatible:office": 32_768, "compatible:office/large": 65_536, "openai:gpt-5.2": 100_000 };

test.each([
  ["gpt-5.1-codex-mini", 400_000],
  ["gpt-4o-2024-08-06", 128_000],
  ["anthropic:claude-3-5-haiku", 200_000],
  ["anthropic:claude-opus-5-5", 1_000_000],
  ["gpt-5.2", 100_000],
  ["compatible:office", 32_768],
  ["compatible:office/small", 32_768],
  ["compatible:office/large", 65_536],
  ["compatible:home/small", null],
  ["ollama:m", 32_768],
  ["compatible:gemini/m", 1_000_000],
  ["openrouter:m", null],
  ["unheard-of", null],
])("the context of %s is %s", (name, tokens) => {
  expect(knownContext(name, OWN)).toBe(tokens);
});

test("the smallest context decides, and one that is not known counts as 128,000", () => {
  expect(smallestContext(["gpt-5.1", "compatible:home/m"], OWN)).toBe(128_000);
  expect(smallestContext(["compatible:home/m", "compatible:office"], OWN)).toBe(32_768);
});
