import { isJsonObject, type JsonValue } from "@llmch/contract";
import { describe, expect, test } from "vitest";
import { PLAN_SCHEMA } from "./plan-schema.ts";

/** The keywords that strict structured output accepts and this schema uses. */
const KEYWORDS = ["additionalProperties", "anyOf", "description", "enum", "items", "properties", "required", "type"];

const everySchema = (schema: JsonValue): readonly { readonly [key: string]: JsonValue }[] => {
  if (!isJsonObject(schema)) return [];
  const { properties = {}, items = null, anyOf = [] } = schema;
  const inner = [
    ...Object.values(isJsonObject(properties) ? properties : {}),
    items,
    ...(Array.isArray(anyOf) ? anyOf : []),
  ];
  return [schema, ...inner.flatMap(everySchema)];
};

describe("PLAN_SCHEMA keeps to strict structured output", () => {
  const schemas = everySchema(PLAN_SCHEMA.schema);

  test("each object requires all its properties and no other", () => {
    const objects = schemas.filter(({ type }) => type === "object");
    expect(objects.length).toBe(6);
    for (const { properties, required, additionalProperties } of objects) {
      expect(additionalProperties).toBe(false);
      expect(required).toEqual(Object.keys(isJsonObject(properties ?? null) ? (properties ?? {}) : {}));
    }
  });

  test("no keyword beyond those that are taken, no union at the root", () => {
    for (const schema of schemas) expect(KEYWORDS).toEqual(expect.arrayContaining(Object.keys(schema)));
    expect(PLAN_SCHEMA.schema.type).toBe("object");
  });

  test("does not ask for what is computed", () => {
    expect(JSON.stringify(PLAN_SCHEMA)).not.toMatch(/verify_exempt|provenance/);
  });
});
