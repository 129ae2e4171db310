import { promptLimits } from "@llmch/contract";
import { type MemoryFiles, memoryWorkspace, strictAnswer, workOrder } from "@llmch/testkit";
import { type JsonObject, sha256Hex } from "@llmch/text";
import { expect, test } from "vitest";
import { readOrderFiles } from "../prompt/order-files.ts";
import { parseReview, REVIEW_ANSWER } from "../review/review-answer.ts";
import { answerSchema } from "./answer-schema.ts";
import { parseAnswer } from "./parse-proposal.ts";

const FILES: MemoryFiles = { "a.js": "a\n", "large.js": "// large\n".repeat(10_000) };

test.each<[string, readonly string[], readonly string[]]>([
  ["new files alone", ["new.js", "more.js"], ["path", "base_sha256", "content", "executable"]],
  ["one file that is there", ["a.js"], ["path", "base_sha256", "edits", "content", "delete"]],
  [
    "one that may be renamed",
    ["a.js", "new.js"],
    ["path", "base_sha256", "edits", "content", "executable", "delete", "rename_to"],
  ],
  ["a large file alone", ["large.js"], ["path", "base_sha256", "edits", "delete"]],
])(
  "the answer to an order of %s has the forms that it can have, each of them there",
  async (_, allowed_files, fields) => {
    const order = workOrder({ allowed_files: [...allowed_files] });
    const { schema } = answerSchema(await readOrderFiles(order, memoryWorkspace(FILES)), promptLimits(400_000));
    const items = { required: fields, additionalProperties: false };
    expect(schema).toMatchObject({
      type: "object",
      required: ["summary", "writes", "objection"],
      properties: { writes: { anyOf: [{ items }, { type: "null" }] } },
    });
    const { writes } = (schema as { properties: { writes: { anyOf: [{ items: { properties: object } }] } } })
      .properties;
    expect(Object.keys(writes.anyOf[0].items.properties)).toEqual(fields);
  },
);

test("the root is a single object with all fields required at every level, as strict structured output demands", async () => {
  const { schema } = answerSchema(await readOrderFiles(workOrder(), memoryWorkspace(FILES)), promptLimits(400_000));
  const objects: unknown[] = [];
  const walk = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    if ("properties" in value) objects.push(value);
    for (const inner of Object.values(value)) walk(inner);
  };
  walk(schema);
  expect(objects.length).toBeGreaterThan(3);
  for (const each of objects) {
    const { properties, required } = each as { properties: object; required: readonly string[] };
    expect(each).toMatchObject({ type: "object", additionalProperties: false });
    expect(required).toEqual(Object.keys(properties));
  }
});

test.each<[string, readonly string[], object]>([
  ["new files", ["new.js", "more.js"], { type: "null" }],
  ["a file that is there", ["a.js"], { type: "string", enum: [sha256Hex("a\n")] }],
  ["both", ["a.js", "new.js"], { anyOf: [{ type: "string", enum: [sha256Hex("a\n")] }, { type: "null" }] }],
])("the base of %s is a hash from the prompt, or null", async (_, allowed_files, base_sha256) => {
  const order = workOrder({ allowed_files: [...allowed_files] });
  const { schema } = answerSchema(await readOrderFiles(order, memoryWorkspace(FILES)), promptLimits(400_000));
  expect(schema).toMatchObject({ properties: { writes: { anyOf: [{ items: { properties: { base_sha256 } } }, {}] } } });
});

const base_sha256 = sha256Hex("a\n");
const NOTE = { severity: "minor", claim: "It is slow." };

test.each<[string, JsonObject, object]>([
  ["a new file", { path: "new.js", content: "" }, { content: "" }],
  ["a script", { path: "new.js", content: "#!", executable: true }, { executable: true }],
  ["edits", { path: "a.js", base_sha256, edits: [{ find: "a", replace: "b" }] }, { edits: [{}] }],
  ["a file that goes", { path: "a.js", base_sha256, delete: true }, { kind: "delete" }],
  ["a file that moves", { path: "a.js", base_sha256, rename_to: "new.js" }, { kind: "rename", edits: [] }],
])("null in an answer with %s is a member that is left out", async (_, write, expected) => {
  const order = workOrder({ allowed_files: ["a.js", "new.js"] });
  const { schema } = answerSchema(await readOrderFiles(order, memoryWorkspace(FILES)), promptLimits(400_000));
  const answer = strictAnswer(schema, { summary: "Done.", writes: [write] });
  expect(parseAnswer(JSON.stringify(answer))).toMatchObject({ value: { proposal: { writes: [expected] } } });
});

test.each<[string, JsonObject]>([
  ["needs", { needs: ["b.js"] }],
  ["is blocked by", { blocked_by: ["b.js"] }],
  ["contradicts by a command", { contradiction: { command: "node a.js", sentence: "It adds." } }],
  ["contradicts by a condition", { contradiction: { condition: "a.js exists", sentence: "It adds." } }],
])("null in an objection that %s is a member that is left out", async (_, said) => {
  const { schema } = answerSchema(await readOrderFiles(workOrder(), memoryWorkspace(FILES)), promptLimits(400_000));
  const answer = strictAnswer(schema, { summary: "", objection: { reason: "It cannot be.", ...said } });
  expect(parseAnswer(JSON.stringify(answer))).toMatchObject({ value: { kind: "objection", objection: said } });
});

test("null in a review is a member that is left out", () => {
  const review = strictAnswer(REVIEW_ANSWER.schema, { summary: "Good.", notes: [NOTE] });
  expect(parseReview(JSON.stringify(review))).toMatchObject({ ok: true, value: { notes: [NOTE] } });
});
