import { expect, test } from "vitest";
import { typeOfSchema } from "./schema-types.mjs";

test.each([
  ["a word", { type: "string", const: "PASS" }, '"PASS"'],
  ["words", { enum: ["a", "b"] }, '"a" | "b"'],
  ["a number that may be null", { type: ["integer", "null"] }, "number | null"],
  ["a list", { type: "array", items: { type: "string" } }, "readonly string[]"],
  [
    "a list of either",
    { type: "array", items: { anyOf: [{ type: "string" }, { type: "null" }] } },
    "readonly (string | null)[]",
  ],
  ["a list of words", { type: "array", items: { enum: ["a", "b"] } }, 'readonly ("a" | "b")[]'],
  ["anything", {}, "unknown"],
  [
    "names of the user's own",
    { type: "object", additionalProperties: { type: "number" } },
    "{\n  readonly [name: string]: number;\n}",
  ],
  [
    "an object",
    { type: "object", properties: { a: { type: "string", description: "A." }, "b-c": {} }, required: ["a"] },
    '{\n  /** A. */\n  readonly a: string;\n  readonly "b-c"?: unknown;\n}',
  ],
  [
    "an object of which more may be said",
    { type: "object", properties: { a: { type: "boolean" } }, additionalProperties: {} },
    "{\n  readonly a?: boolean;\n  readonly [name: string]: unknown;\n}",
  ],
])("%s becomes a type", (_, schema, type) => {
  expect(typeOfSchema(schema)).toBe(type);
});
