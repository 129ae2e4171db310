import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { judgeExchange, judgeProposal, judgeWorkOrder } from "../schema-judge.ts";
import { PUBLISHED_SCHEMAS, publishedSchema } from "./index.ts";

const published = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../../../templates/schemas/${name}.schema.json`, import.meta.url), "utf8"));

const NAMES = Object.keys(PUBLISHED_SCHEMAS) as (keyof typeof PUBLISHED_SCHEMAS)[];

describe.each(NAMES)("templates/schemas/%s.schema.json", (name) => {
  test("matches the code", () => {
    expect(published(name)).toEqual(publishedSchema(name));
  });

  test("has the URI of its file in this version's package, and a title", () => {
    const { version } = JSON.parse(readFileSync(new URL("../../../cli/package.json", import.meta.url), "utf8"));
    const $id = `https://unpkg.com/llmch@${version}/templates/schemas/${name}.schema.json`;
    expect(published(name)).toMatchObject({
      $id,
      title: expect.stringMatching(/^llmch /),
      description: expect.stringMatching(/./),
    });
  });

  test("describes every property", () => {
    expect(undescribed(published(name), name)).toEqual([]);
  });
});

/** The properties without a description, at any depth. */
const undescribed = (schema: unknown, path: string): readonly string[] => {
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) => {
    if (key !== "properties") return undescribed(value, path);
    return Object.entries(value as Readonly<Record<string, { readonly description?: string }>>).flatMap(
      ([name, property]) => [
        ...((property.description ?? "") === "" ? [`${path}/${name}`] : []),
        ...undescribed(property, `${path}/${name}`),
      ],
    );
  });
};

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

/** Each document goes through the compiled schema and through zod: the two must agree. */
describe("the compiled validators agree with zod", () => {
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
    ["proposal", { summary: "", writes: [{ ...WRITE, content: null, edits: null, delete: null, rename_to: null }] }],
    ["proposal", { summary: "", writes: [{ ...WRITE, edits: [{ find: "a", replace: "" }] }] }],
    ["proposal", { summary: "", writes: [{ ...WRITE, edits: [{ find: "", replace: "" }] }] }],
    ["proposal", { summary: "", writes: [{ ...WRITE, delete: "yes" }] }],
    ["exchange", { key: "a", response: { text: "" } }],
    ["exchange", { key: "a", response: {} }],
    ["exchange", { key: 1, response: { text: "" } }],
    ["exchange", { key: "a", response: { text: "", reasoning: null }, request: { any: [1] }, usage: null }],
  ] as const)("%s %j", (kind, document) => {
    expect(compiled[kind](document).ok).toBe(source[kind].safeParse(document).success);
  });
});
