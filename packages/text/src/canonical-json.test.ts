import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalJson } from "./canonical-json.ts";
import type { JsonValue } from "./json-value.ts";

test.each<[JsonValue, string]>([
  [null, "null"],
  [{ b: 1, a: [true, { d: "x", c: null }] }, '{"a":[true,{"c":null,"d":"x"}],"b":1}'],
  [{ é: "ü\n", z: "" }, '{"z":"","é":"ü\\n"}'],
  [{ "10": 1, "9": 2, a: 3 }, '{"10":1,"9":2,"a":3}'],
  [{ "\u{1f389}": 1, "\uffff": 2 }, '{"\uffff":2,"\u{1f389}":1}'],
  [JSON.parse('{"__proto__": 1, "a": 2}'), '{"__proto__":1,"a":2}'],
  [[1.0, -0, 1e21, 0.1], "[1,0,1e+21,0.1]"],
])("%j", (value, text) => expect(canonicalJson(value)).toBe(text));

test("does not depend on the order of keys, and loses nothing", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      const plain: JsonValue = JSON.parse(JSON.stringify(value));
      const text = canonicalJson(plain);
      expect(canonicalJson(reversed(plain))).toBe(text);
      expect(JSON.parse(text)).toEqual(plain);
    }),
  );
});

const reversed = (value: JsonValue): JsonValue => {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, reversed(inner)]),
  );
};
