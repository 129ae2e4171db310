import { isJsonObject, type JsonValue } from "@llmch/text";
import { describe, expect, test } from "vitest";
import { CHANGED_PLAN_SCHEMA, PLAN_SCHEMA } from "./plan-schema.ts";
import { CHANGED_WINDOW_SCHEMA, WINDOW_SCHEMA } from "./window/schema.ts";

/** The keywords that strict structured output accepts and this schema uses. */
const KEYWORDS = [
  "$defs",
  "$ref",
  "additionalProperties",
  "anyOf",
  "description",
  "enum",
  "items",
  "properties",
  "required",
  "type",
];

const everySchema = (schema: JsonValue): readonly { readonly [key: string]: JsonValue }[] => {
  if (!isJsonObject(schema)) return [];
  const { properties = {}, items = null, anyOf = [], $defs = {} } = schema;
  const inner = [
    ...Object.values(isJsonObject(properties) ? properties : {}),
    items,
    ...Object.values(isJsonObject($defs) ? $defs : {}),
    ...(Array.isArray(anyOf) ? anyOf : []),
  ];
  return [schema, ...inner.flatMap(everySchema)];
};

describe.each([
  ["PLAN_SCHEMA", PLAN_SCHEMA, 11],
  ["CHANGED_PLAN_SCHEMA", CHANGED_PLAN_SCHEMA, 12],
  ["WINDOW_SCHEMA", WINDOW_SCHEMA, 12],
  ["CHANGED_WINDOW_SCHEMA", CHANGED_WINDOW_SCHEMA, 13],
])("%s keeps to strict structured output", (_, { schema }, count) => {
  const schemas = everySchema(schema);

  test("each object requires all its properties and no other", () => {
    const objects = schemas.filter(({ type }) => type === "object");
    expect(objects.length).toBe(count);
    for (const { properties, required, additionalProperties } of objects) {
      expect(additionalProperties).toBe(false);
      expect(required).toEqual(Object.keys(isJsonObject(properties ?? null) ? (properties ?? {}) : {}));
    }
  });

  test("only supported keywords, and no union at the root", () => {
    for (const each of schemas) expect(KEYWORDS).toEqual(expect.arrayContaining(Object.keys(each)));
    expect(schema.type).toBe("object");
  });

  test("does not ask for computed members", () => {
    expect(JSON.stringify(schema)).not.toMatch(/verify_exempt|provenance/);
  });
});

test("the form that goes with each turn has an order once, without the words of the prompt", () => {
  const text = JSON.stringify(CHANGED_PLAN_SCHEMA.schema);
  expect(text.split('"preconditions":').length).toBe(2);
  expect(text).not.toContain("The only files that the order may write.");
  expect(text.length).toBeLessThan(5_000);
});
