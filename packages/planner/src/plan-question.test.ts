import { promptLimits } from "@llmch/contract";
import { DEFAULT_SETTINGS } from "@llmch/contract/settings";
import { expect, test } from "vitest";
import { type PlanQuestion, questionHash } from "./plan-question.ts";

const SETTINGS = DEFAULT_SETTINGS.planner;
const QUESTION: PlanQuestion = {
  spec: "Build modules.",
  template: "{{DOCTRINE}}\n{{REPO_HINTS}}\n{{PRODUCT_SPEC}}\n",
  doctrine: "Small orders.",
  repoHints: "Two files.",
  repoFiles: ["README.md", "deep/in/a/folder.js"],
  repoCommit: "a".repeat(40),
  settings: SETTINGS,
  limits: promptLimits(400_000),
};
const SERVERS = ["https://api.example/v1"];
const hash = questionHash(QUESTION, SERVERS);

test.each<[string, Partial<PlanQuestion>]>([
  ["spec", { spec: "Build other modules." }],
  ["template", { template: "{{PRODUCT_SPEC}}" }],
  ["doctrine", { doctrine: "Large orders." }],
  ["hints", { repoHints: "Three files." }],
  ["no repo", { repoHints: null }],
  ["another chain", { settings: { ...SETTINGS, model: [...SETTINGS.model, "gpt-5.2"] } }],
  ["effort", { settings: { ...SETTINGS, reasoning_effort: null } }],
  ["temperature", { settings: { ...SETTINGS, temperature: 0 } }],
  ["output limit", { settings: { ...SETTINGS, max_output_tokens: 1_000 } }],
  ["how much of an answer is sent back", { limits: promptLimits(32_000) }],
])("another question: %s", (_, changes) => {
  expect(questionHash({ ...QUESTION, ...changes }, SERVERS)).not.toBe(hash);
});

test("another server is another question", () => {
  expect(questionHash(QUESTION, ["http://127.0.0.1:1/v1"])).not.toBe(hash);
});

test.each<[string, Partial<PlanQuestion>]>([
  ["another commit, of files that no hint shows", { repoCommit: "b".repeat(40), repoFiles: ["README.md", "b.js"] }],
  ["more attempts", { settings: { ...SETTINGS, max_attempts: 9 } }],
  ["more patience", { settings: { ...SETTINGS, answer_timeout_ms: 1 } }],
])("the same question: %s", (_, changes) => {
  expect(questionHash({ ...QUESTION, ...changes }, SERVERS)).toBe(hash);
});
