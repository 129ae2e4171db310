import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { judgeExchange, judgeProposal, judgeWorkOrder } from "../schema-judge.ts";
import { PUBLISHED_SCHEMAS } from "./index.ts";

const published = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../../../templates/schemas/${name}.schema.json`, import.meta.url), "utf8"));

test.each(Object.entries(PUBLISHED_SCHEMAS))(
  "templates/schemas/%s.schema.json says what the code says",
  (name, schema) => {
    expect(published(name)).toEqual(z.toJSONSchema(schema, { io: "input", target: "draft-2020-12" }));
  },
);

const ORDER = {
  id: "WO-01",
  title: "",
  intent: "",
  allowed_files: [],
  forbidden: [],
  acceptance_commands: ["true"],
  context_files: [],
};
const WRITE = { path: "a", base_sha256: "", content: "" };

/** Each document goes through the compiled schema and through zod: the two must not disagree. */
describe("the compiled validators judge as zod does", () => {
  const { "work-order": order, proposal, exchange } = PUBLISHED_SCHEMAS;
  const compiled = { order: judgeWorkOrder, proposal: judgeProposal, exchange: judgeExchange };
  const source = { order, proposal, exchange };
  test.each([
    ["order", ORDER],
    ["order", { ...ORDER, notes: null, provenance: null, extra: 1 }],
    ["order", { ...ORDER, id: "WO-1" }],
    ["order", { ...ORDER, acceptance_commands: [] }],
    ["order", { ...ORDER, context_files: Array.from({ length: 11 }, () => "a") }],
    ["order", { ...ORDER, preconditions: ["a"] }],
    ["order", { ...ORDER, postconditions: [{ kind: "file_absent", path: "a" }] }],
    ["order", { ...ORDER, provenance: { planner_run_id: 1 } }],
    ["order", { ...ORDER, provenance: { repo_commit: "a".repeat(40) } }],
    ["order", { ...ORDER, provenance: { repo_commit: "--output=a" } }],
    ["order", { ...ORDER, verify_exempt: "yes" }],
    ["order", null],
    ["proposal", { summary: "", writes: [WRITE] }],
    ["proposal", { summary: "", writes: [] }],
    ["proposal", { summary: "", writes: [{ ...WRITE, content: 1 }] }],
    ["proposal", { writes: [WRITE] }],
    ["exchange", { key: "a", response: { text: "" } }],
    ["exchange", { key: "a", response: {} }],
    ["exchange", { key: 1, response: { text: "" } }],
    ["exchange", { key: "a", response: { text: "", reasoning: null }, request: { any: [1] }, usage: null }],
  ] as const)("%s %j", (kind, document) => {
    expect(compiled[kind](document).ok).toBe(source[kind].safeParse(document).success);
  });
});
