import { expect, test } from "vitest";
import { countedUsage } from "./own-count.ts";

const question = (bytes: number) => ({ messages: [{ role: "user" as const, content: "x".repeat(bytes) }] });
const usage = (input_tokens: number, output_tokens: number) => ({ input_tokens, output_tokens, cached_tokens: 0 });

test.each([
  ["what can be", usage(10_000, 50), 40_000, 200],
  ["a text that packs well", usage(1_250, 50), 40_000, 200],
  ["few tokens of a short prompt", usage(1, 1), 8_000, 8_000],
  ["more than we would count", usage(39_000, 50), 40_000, 200],
])("%s is believed", (_, told, prompt, answer) => {
  expect(countedUsage(told, question(prompt), { text: "x".repeat(answer) })).toEqual({ usage: told, doubt: null });
});

test("neither one token for a prompt of 40 KB nor none for an answer of 80 KB is believed", () => {
  expect(countedUsage(usage(1, 50), question(40_000), { text: "{}" })).toEqual({
    usage: usage(10_000, 50),
    doubt: "reports 1 token for a prompt of 40000 bytes, too few: assuming 10000",
  });
  expect(countedUsage(usage(1, 0), question(40_000), { text: "x".repeat(80_000) })).toMatchObject({
    usage: usage(10_000, 20_000),
    doubt: expect.stringMatching(/prompt of .*; reports 0 tokens for an answer of/),
  });
  const calls = { text: "", toolCalls: [{ id: "1", name: "write", arguments: "x".repeat(80_000 - 5) }] };
  expect(countedUsage(usage(10_000, 1), question(40_000), calls)).toMatchObject({ usage: usage(10_000, 20_000) });
  const tools = [{ name: "read", description: "x".repeat(40_000), parameters: {} }] as const;
  expect(countedUsage(usage(1, 1), { messages: [], tools }, { text: "" })).not.toMatchObject({ usage: usage(1, 1) });
  expect(countedUsage(null, question(40_000), { text: "{}" })).toEqual({ usage: null, doubt: null });
});
