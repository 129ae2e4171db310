import { expect, test } from "vitest";
import { answerTokensWithin, promptLimits } from "./prompt-limits.ts";

test("a large context reaches the most that prompts show", () => {
  const { contextTokens, promptBytes, ...most } = promptLimits(400_000);
  expect({ contextTokens, promptBytes }).toEqual({ contextTokens: 400_000, promptBytes: 600_000 });
  expect(most).toEqual({
    fileBytes: 204_800,
    sideFileBytes: 100_000,
    wholeFileBytes: 49_152,
    partCharacters: 8_192,
    paths: 400,
    answerCharacters: 147_750,
    excerptCharacters: 6_000,
    designBytes: 12_000,
    mapBytes: 36_000,
  });
});

test.each([16_000, 32_000, 64_000, 200_000])(
  "the parts of a prompt fit into a context of %i tokens, with an answer",
  (tokens) => {
    const limits = promptLimits(tokens);
    const { fileBytes, answerCharacters, excerptCharacters, designBytes, paths, promptBytes } = limits;
    const parts = fileBytes + answerCharacters + 4 * excerptCharacters + designBytes + 2 * paths * 48;
    expect(parts + 9_000).toBeLessThanOrEqual(promptBytes);
    expect(promptBytes / 3 + 2 * answerTokensWithin(tokens)).toBeLessThanOrEqual(tokens);
    expect(limits.wholeFileBytes).toBeLessThanOrEqual(fileBytes);
  },
);
