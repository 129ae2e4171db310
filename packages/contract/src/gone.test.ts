import { expect, test } from "vitest";
import { goneFlag, goneModel, goneSetting, goneVariable } from "./gone.ts";

const WORDS = expect.stringContaining("--max-attempts");

test("what is gone says what to use, by its flag, its setting, its group and its variable", () => {
  expect([goneFlag("--candidates"), goneFlag("--choose")]).toEqual([WORDS, WORDS]);
  expect([goneSetting("candidates.models"), goneSetting("candidates")]).toEqual([WORDS, WORDS]);
  expect(goneVariable("LLMCH_CANDIDATES_COUNT")).toEqual(WORDS);
  expect(goneModel("local")).toContain("llama-server");
});

test("what never was is not gone", () => {
  expect([goneFlag("--candid"), goneFlag(""), goneSetting("candidate"), goneSetting("candidates_x")]).toEqual(
    Array.from({ length: 4 }, () => null),
  );
  expect([goneVariable("LLMCH_CANDIDATE"), goneModel("openai")]).toEqual([null, null]);
});
