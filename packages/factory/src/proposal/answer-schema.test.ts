import { promptLimits, sha256Hex } from "@llmch/contract";
import { type MemoryFiles, memoryWorkspace, workOrder } from "@llmch/testkit";
import { expect, test } from "vitest";
import { readOrderFiles } from "../prompt/order-files.ts";
import { answerSchema } from "./answer-schema.ts";

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
