import { expect, test } from "vitest";
import { largerLimit, limitInWords } from "./limit-reached.ts";

test.each([
  [
    { limit: "tokens", cap: 50_000, spent: 12_345, needed: 64_500 },
    "the budget of 50000 tokens could be exceeded: 12.3k tokens spent, and the next call could take up to 64.5k tokens",
    "--max-tokens 100000",
  ],
  [
    { limit: "usd", cap: 0.905, spent: 0, needed: 0.9095 },
    "the budget of $0.905 could be exceeded: $0.00 spent, and the next call could take up to $0.91",
    "--budget 1.81",
  ],
  [
    { limit: "usd", cap: 0.5, spent: 0.42, needed: 0.9 },
    "the budget of $0.50 could be exceeded: $0.42 spent, and the next call could take up to $0.90",
    "--budget 1.32",
  ],
  [{ limit: "usd", cap: 1, spent: 1.2, needed: 0.9 }, "the budget of $1.00 is used up: $1.20 spent", "--budget 2.1"],
  [
    { limit: "minutes", cap: 1, spent: 1.04, needed: 0 },
    "the budget of 1 minute is used up: 1 minute spent",
    "--max-minutes 2",
  ],
  [
    { limit: "minutes", cap: 0.02, spent: 0.0213, needed: 0 },
    "the budget of 0.02 minutes is used up: 0.02 minutes spent",
    "--max-minutes 1",
  ],
] as const)("%j", (reached, message, hint) => {
  expect(limitInWords(reached)).toEqual({ message, hint: `continue with ${hint}` });
  expect(largerLimit(reached)).toBe(hint.split(",")[0]);
});
