import { expect, it } from "vitest";
import { grammarSchema } from "./grammar-schema.ts";

const object = (properties: Readonly<Record<string, never>> | object) => ({
  type: "object",
  properties: { ...properties },
});
const text = { type: "string", description: "A line." };

it.each([
  ["an object", object({ a: text }), object({ a: text })],
  ["a choice", { anyOf: [object({}), { type: "null" }] }, { oneOf: [object({}), { type: "null" }] }],
  ["a choice within", object({ a: { anyOf: [text] } }), object({ a: { oneOf: [text] } })],
  ["a choice in a list", { type: "array", items: { anyOf: [text] } }, { type: "array", items: { oneOf: [text] } }],
  ["a property named as a keyword", object({ pattern: text }), object({ pattern: text })],
  ["several types", { type: ["string", "null"] }, { type: ["string", "null"] }],
  ["a pattern", { type: "string", pattern: "^a" }, null],
  ["a pattern within", object({ a: { type: "string", pattern: "^a" } }), null],
  ["a pattern in a list", { type: "array", items: { pattern: "^a" } }, null],
  ["a pattern in a choice", { anyOf: [text, { pattern: "^a" }] }, null],
  ["other properties of a form", { type: "object", additionalProperties: { not: {} } }, null],
  ["anything", {}, null],
  ["a list or nothing", { type: ["array", "null"], items: text }, null],
  ["no schema", true, null],
])("converts %s for a grammar, or not at all", (_, schema, expected) => {
  expect(grammarSchema(schema)).toEqual(expected);
});
