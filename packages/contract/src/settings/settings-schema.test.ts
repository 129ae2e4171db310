import { readFileSync } from "node:fs";
import type { JsonValue } from "@llmch/text";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { settingList } from "./setting-list.ts";
import { judgeSettings } from "./settings-document.ts";
import { settingsSchema } from "./settings-schema.ts";

const file = new URL("../../../../templates/schemas/llmch-config.schema.json", import.meta.url);
const isValid = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(settingsSchema());

test("the published schema of settings files matches the catalogue", () => {
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(settingsSchema());
});

test("every default is valid", () => {
  const groups: Record<string, unknown> = {};
  for (const {
    path: [group, key],
    default: fallback,
  } of settingList())
    groups[group] = key === undefined ? fallback : { ...Object(groups[group]), [key]: fallback };
  expect(isValid(groups), JSON.stringify(isValid.errors)).toBe(true);
});

test.each<JsonValue>([
  { planer: {} },
  { planner: { modle: "a" } },
  { planner: { max_attempts: 0 } },
  { factory: { temperature: 3 } },
  { models: { compatible: { a: { base_url: "http://h", api: "grpc" } } } },
  { models: { prices: { a: { input: 1 } } } },
])("an editor rejects %j, as llmch does", (document) => {
  expect(isValid(document)).toBe(false);
  expect(judgeSettings(document, "user").faults).not.toEqual([]);
});

test("everything that llmch accepts is valid for an editor", () => {
  const value = fc.oneof(
    fc.integer({ min: 0, max: 3000 }),
    fc.constantFrom(null, "gpt-9", ["a", "b"], "none"),
    fc.jsonValue(),
  );
  const setting = fc.tuple(fc.constantFrom(...settingList()), value);
  fc.assert(
    fc.property(
      setting,
      ([
        {
          path: [group, key],
        },
        said,
      ]) => {
        const document = { [group]: key === undefined ? (said as JsonValue) : { [key]: said as JsonValue } };
        if (judgeSettings(document, "user").faults.length === 0) expect(isValid(document)).toBe(true);
      },
    ),
    { numRuns: 200 },
  );
});
