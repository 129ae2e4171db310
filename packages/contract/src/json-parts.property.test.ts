import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonInSteps } from "./json-reader.ts";
import { atOnce } from "./steps.ts";

const names = fc.oneof(fc.constantFrom("__proto__", "", "7", "12", "constructor", 'a"\\'), fc.string({ maxLength: 4 }));
const { value } = fc.letrec((tie) => ({
  leaf: fc.oneof(
    fc.constantFrom(null, true, "", '"\\', "x,]}".repeat(40), [], {}),
    fc.string({ maxLength: 8 }),
    fc.integer(),
  ),
  list: fc.array(tie("value"), { maxLength: 6 }),
  object: fc
    .uniqueArray(fc.tuple(names, tie("value")), { maxLength: 6, selector: ([name]) => name })
    .map((members) => Object.fromEntries(members)),
  value: fc.oneof({ depthSize: "large", maxDepth: 6 }, tie("leaf"), tie("list"), tie("object")),
}));
const text = fc
  .tuple(fc.array(value, { minLength: 1, maxLength: 12 }), fc.constantFrom(undefined, 1, "\t"))
  .map(([document, indent]) => JSON.stringify(document, null, indent));

const read = (given: string, part: number) => {
  const outcome = atOnce(jsonInSteps(given, undefined, part));
  // Compares the order of the members too.
  return outcome.ok ? JSON.stringify(outcome.value) : outcome.issues;
};
const part = fc.integer({ min: 1, max: 60 });

test("reading in parts gives the same as reading at once", () => {
  fc.assert(
    fc.property(text, part, (given, size) => {
      expect(read(given, size)).toEqual(JSON.stringify(JSON.parse(given)));
    }),
  );
});

test("invalid JSON is rejected in parts with the same message", () => {
  const signs = fc.constantFrom(",", ",,", "]", "}", "[", "{", ":", '"', "\\", " ", "\u00a0", "1", "x", "");
  fc.assert(
    fc.property(text, part, fc.nat(), fc.nat({ max: 3 }), signs, (given, size, at, left, sign) => {
      const place = at % (given.length + 1);
      const changed = given.slice(0, place) + sign + given.slice(place + left);
      expect(read(changed, size)).toEqual(read(changed, Number.POSITIVE_INFINITY));
    }),
  );
});
