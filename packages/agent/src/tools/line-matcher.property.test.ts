import fc from "fast-check";
import { expect, test } from "vitest";
import { expressionMatcher } from "./line-matcher.ts";

const matches = async (source: string, line: string, ignoresCase = false): Promise<boolean | string> => {
  const made = await expressionMatcher(source, ignoresCase);
  if (!made.ok) return made.issues[0];
  return made.value.affords(line.length) ? made.value.findEnd(line) !== -1 : "too costly";
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

test("an expression matches the same lines as in JavaScript", async () => {
  await fc.assert(
    fc.asyncProperty(expression, line, fc.boolean(), async (source, text, ignoresCase) => {
      // JavaScript may find a word boundary within a surrogate pair; we look at whole code points.
      fc.pre(!(source.includes("\\B") && text.includes("😀")));
      const expected = new RegExp(source, ignoresCase ? "iu" : "u").test(text);
      expect(await matches(source, text, ignoresCase)).toBe(expected);
    }),
    { numRuns: 2000 },
  );
});

test("any text is an expression or is refused, and nothing is thrown", async () => {
  const pieces = fc.constantFrom(
    ..."ab()[]{}|*+?^$.\\-,:=!<>1dwsbBkpux",
    "(?",
    "(?:",
    "{2,3}",
    "{99999}",
    "[^",
    "\\u{",
  );
  await fc.assert(
    fc.asyncProperty(fc.array(pieces, { maxLength: 30 }), line, async (parts, text) => {
      expect(["boolean", "string"]).toContain(typeof (await matches(parts.join(""), text)));
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
  "(?:a{0,40}){0,20}b",
  "(x+x+)+y|a*a*a*a*a*a*a*b",
])("an expression that takes other engines years finishes soon: %s", async (source) => {
  expect([false, "too costly"]).toContain(await matches(source, LONG));
});

test("an expression that takes too much work on a text says so", async () => {
  let seed = 1;
  const text = Array.from({ length: 100_000 }, () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return "ab"[(seed >> 8) & 1];
  }).join("");
  expect(await matches("a[ab]{900}c", text)).toBe("too costly");
});

test.each([
  ["(a)\\1", "invalid escape sequence: `\\1`"],
  ["(?=a)", "unsupported Perl syntax: `(?=`"],
  ["(?<!a)b", "`(?<!a)b`"],
  ["\\u0061", "invalid escape sequence: `\\u`"],
  ["(a", "missing closing ): `(a`"],
  ["a)", "unexpected )"],
  ["[a", "missing closing ]"],
  ["*a", "missing argument"],
  ["a**", "invalid nested repetition"],
  ["a{3,2}", "invalid repeat count"],
  ["[b-a]", "invalid character class range"],
  ["(((a{0}){1000}){1000}){1000}", "too large"],
  ["(a{1000}){1000}", "invalid repeat count"],
  ["a++", "invalid nested repetition"],
])("%s is refused with a sentence", async (source, why) => {
  expect(await matches(source, "a")).toContain(why);
});

test("everyday expressions", async () => {
  expect(await matches("\\bgreet\\(", "  greet(name)")).toBe(true);
  expect(await matches("^export (const|function) \\w+", "export const greet = 1")).toBe(true);
  expect(await matches("(?i)TODO|fixme", "// Todo: it")).toBe(true);
  expect(await matches("a{", "a{")).toBe(true);
  expect(await matches("[\\w.-]+@[\\w-]+", "me@home")).toBe(true);
  expect(await matches("[]]", "]")).toBe(true);
  expect(await matches("\\p{L}+", "é")).toBe(true);
  expect(await matches(`${"(".repeat(60)}a${")".repeat(60)}`, "a")).toBe(true);
  expect(await matches("(?<name>a)b", "ab")).toBe(true);
});
