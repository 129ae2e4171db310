import fc from "fast-check";
import { expect, test } from "vitest";
import { createMatcher } from "./matcher.ts";

const matches = (source: string, line: string, ignoresCase = false): boolean | string => {
  const made = createMatcher(source, ignoresCase);
  if (!made.ok) return made.issues[0];
  const end = made.value.findEnd(line, 0, line.length);
  return end === null ? "too costly" : end !== -1;
};

const atom = fc.constantFrom(
  "a",
  "b",
  "ab",
  ".",
  "\\w",
  "\\d",
  "\\s",
  "[ab]",
  "[^a]",
  "[a-c1-2]",
  "\\b",
  "\\B",
  "^",
  "$",
  "\\.",
  "é",
  "😀",
  "_",
);
const quantifier = fc.constantFrom("*", "+", "?", "{2}", "{0,2}", "{1,}", "*?", "+?");
const { expression } = fc.letrec<{ expression: string }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 4 },
    atom,
    fc.tuple(atom, quantifier).map(([of, count]) => (/^(?:\\[bB]|[$^])$/.test(of) ? of : `(?:${of})${count}`)),
    fc.tuple(tie("expression"), tie("expression")).map(([one, other]) => one + other),
    fc.tuple(tie("expression"), tie("expression")).map(([one, other]) => `(${one}|${other})`),
    fc.tuple(tie("expression"), quantifier).map(([of, count]) => `(?:${of})${count}`),
  ),
}));
const line = fc
  .array(fc.constantFrom("a", "b", "c", "1", " ", ".", "_", "A", "é", "😀"), { maxLength: 12 })
  .map((all) => all.join(""));

test("an expression matches the same lines as in JavaScript", () => {
  fc.assert(
    fc.property(expression, line, fc.boolean(), (source, text, ignoresCase) => {
      // JavaScript may find a word boundary within a surrogate pair; we look at whole code points.
      fc.pre(!(source.includes("\\B") && text.includes("😀")));
      const expected = new RegExp(source, ignoresCase ? "iu" : "u").test(text);
      expect(matches(source, text, ignoresCase)).toBe(expected);
    }),
    { numRuns: 2000 },
  );
});

test("any text is an expression or is refused, and nothing is thrown", () => {
  const pieces = fc.constantFrom(
    ..."ab()[]{}|*+?^$.\\-,:=!<>1dwsbBkpux",
    "(?",
    "(?:",
    "{2,3}",
    "{99999}",
    "[^",
    "\\u{",
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 30 }), line, (parts, text) => {
      expect(["boolean", "string"]).toContain(typeof matches(parts.join(""), text));
    }),
    { numRuns: 4_000 },
  );
});

const LONG = "a".repeat(200_000);

test.each([
  "(a+)+b",
  "(a|a)*b",
  "(a*)*b",
  `${"a?".repeat(100)}${"a".repeat(100)}b`,
  "(.*a){20}b",
  "(a|aa)+$b",
  "((((a*)*)*)*)*b",
  "(?:a{0,40}){0,30}b",
  "(x+x+)+y|a*a*a*a*a*a*a*b",
])("an expression that takes other engines years finishes soon: %s", (source) => {
  expect([false, "too costly"]).toContain(matches(source, LONG));
});

test("an expression that takes too much work on a text says so", () => {
  let seed = 1;
  const text = Array.from({ length: 100_000 }, () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return "ab"[(seed >> 8) & 1];
  }).join("");
  expect(matches("a[ab]{900}c", text)).toBe("too costly");
});

test.each([
  ["(a)\\1", "references"],
  ["(?=a)", "ahead"],
  ["(?<!a)b", "behind"],
  ["\\p{L}", "escapes"],
  ["(a", "not closed"],
  ["a)", "has no"],
  ["[a", "too early"],
  ["*a", "nothing to repeat"],
  ["a**", "nothing to repeat"],
  ["a{3,2}", "out of order"],
  ["[b-a]", "out of order"],
  ["(((a{0}){1000}){1000}){1000}", "too large"],
  ["(a{1000}){1000}", "too large"],
  [`${"(".repeat(60)}a${")".repeat(60)}`, "groups within groups"],
  ["a".repeat(1001), "characters"],
  ["a++", "possessive"],
])("%s is refused with a sentence", (source, why) => {
  expect(matches(source, "a")).toContain(why);
});

test("everyday expressions", () => {
  expect(matches("\\bgreet\\(", "  greet(name)")).toBe(true);
  expect(matches("^export (const|function) \\w+", "export const greet = 1")).toBe(true);
  expect(matches("(?i)TODO|fixme", "// Todo: it")).toBe(true);
  expect(matches("a{", "a{")).toBe(true);
  expect(matches("[\\w.-]+@[\\w-]+", "me@home")).toBe(true);
  expect(matches("[]]", "]")).toContain("no character");
  expect(matches("(?<name>a)b", "ab")).toBe(true);
});
