import { expect, test } from "vitest";
import { gone } from "./gone.ts";

test.each([
  ["--candidates", "run", "--max-attempts"],
  ["--choose", "run-all", "--max-attempts"],
  ["--speculate", "run-all", "--jobs N"],
  ["--verify-jobs", null, "--jobs N"],
  ["local:", null, "llama-server"],
  ["--approve", "resume", "decide [RUN] approve"],
  ["--answer", "resume", "decide [RUN] [ID] answer"],
  ["--list", "resume", "llmch runs"],
  ["--print-summary", "plan", "--json"],
  ["prune", null, "discard --older-than AGE"],
  ["--prune", "runs", "discard --older-than AGE"],
  ["--sequential", "audit", "llmch audit"],
])("%s of %s is gone, and says what to use", (name, command, use) => {
  expect(gone(name, command)).toContain(use);
});

test.each([
  ["--candid", "run"],
  ["", null],
  ["--approve", "check"],
  ["--list", null],
  ["openai:", null],
])("%s of %s never was", (name, command) => {
  expect(gone(name, command)).toBeNull();
});
