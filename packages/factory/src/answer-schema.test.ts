import { DEFAULT_SETTINGS } from "@llmch/contract/settings";
import { type MemoryFiles, memoryWorkspace, workOrder } from "@llmch/testkit";
import { expect, test } from "vitest";
import { answerSchema } from "./answer-schema.ts";
import { readOrderFiles } from "./order-files.ts";

const FILES: MemoryFiles = { "a.js": "a\n", "large.js": "// large\n".repeat(10_000) };

test.each<[string, readonly string[], readonly string[]]>([
  ["new files alone", ["new.js", "more.js"], ["path", "base_sha256", "content"]],
  ["one file that is there", ["a.js"], ["path", "base_sha256", "edits", "content", "delete"]],
  ["one that may be renamed", ["a.js", "new.js"], ["path", "base_sha256", "edits", "content", "delete", "rename_to"]],
  ["a large file alone", ["large.js"], ["path", "base_sha256", "edits", "delete"]],
])(
  "the answer to an order of %s has the forms that it can have, each of them there",
  async (_, allowed_files, fields) => {
    const order = workOrder({ allowed_files: [...allowed_files] });
    const { schema } = answerSchema(await readOrderFiles(order, memoryWorkspace(FILES)), DEFAULT_SETTINGS.factory);
    expect(schema).toMatchObject({
      properties: { writes: { items: { required: fields, additionalProperties: false } } },
    });
    const { items } = (schema as { properties: { writes: { items: { properties: object } } } }).properties.writes;
    expect(Object.keys(items.properties)).toEqual(fields);
  },
);
