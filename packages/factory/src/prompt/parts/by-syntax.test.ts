import type { Definition, Outline } from "@llmch/languages";
import { utf8Length } from "@llmch/text";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { showParts } from "./show-parts.ts";
import { termsOf } from "./terms.ts";

/** A class with a constructor and methods, then functions; every definition has ten lines, and some call others. */
const FUNCTIONS = Array.from({ length: 40 }, (_, index) => `work${index}`);
const METHODS = ["constructor", "read", "write", "close"];
const block = (name: string, calls: string) => [`${name}() {`, ...Array<string>(8).fill(`  // é ${calls}`), "}"];
const LINES = [
  'import { a } from "a";',
  "class Store extends Base {",
  ...METHODS.flatMap((name) => block(name, name === "write" ? "close()" : "")),
  "}",
  ...FUNCTIONS.flatMap((name, index) => block(name, index === 7 ? "work30()" : index === 9 ? "work7()" : "")),
];
const TEXT = `${LINES.join("\n")}\n`;
const defined = (name: string, first: number, more: Partial<Definition> = {}): Definition => ({
  ...{ name, container: [], kind: "function", line: first, first, last: first + 9, signature: name },
  ...more,
});
const OUTLINE: Outline = {
  imports: [{ first: 0, last: 0 }],
  definitions: [
    defined("Store", 1, { kind: "type", last: 42 }),
    ...METHODS.map((name, index) =>
      defined(name, 2 + 10 * index, {
        container: ["Store"],
        kind: name === "constructor" ? "constructor" : "function",
      }),
    ),
    ...FUNCTIONS.map((name, index) => defined(name, 43 + 10 * index)),
  ],
};

const shownBy = (words: string, most: number, more = {}) => {
  const wanted = { terms: termsOf([words]), named: [], most, outline: OUTLINE, ...more };
  const { text, lines } = showParts(TEXT, wanted);
  const whole = OUTLINE.definitions
    .filter(({ first, last }) => Array.from({ length: last - first + 1 }).every((_, index) => lines.has(first + index)))
    .map(({ name }) => name);
  return { text, lines, whole };
};

describe("for a text whose definitions are known", () => {
  test("definitions that the words name are shown in full, with their callers and callees", () => {
    const { text, whole } = shownBy("Let `work7` wait.", 3_000);
    expect(whole).toEqual(["work7", "work9", "work30"]);
    // With the imports, and the names of the rest.
    expect(text).toMatch(
      /^ {2}1\|import \{ a \} from "a";\n… lines 2-113 are not shown: Store 2-43, .*, work0 44-53, .* …\n/,
    );
    expect(text).toContain(", work20 244-253, work21 254-263, ");
  });

  test("a type that is named brings those of its members that the words name", () => {
    expect(shownBy("A Store is to write each entry twice.", 2_000).whole).toContain("write");
    expect(shownBy("A Store is to put each entry there twice.", 1_500).whole).not.toContain("write");
  });

  test.each(["Store.write", "Store#write", "Store::write", "module.Store.write"])("a method is named by %s", (name) => {
    const { text, whole } = shownBy(`Change ${name}.`, 3_000, { besides: 300 });
    // With it come the line of its class, and what it calls there.
    expect(whole).toEqual(["write", "close"]);
    expect(text).toContain(
      "\n  2|class Store extends Base {\n… lines 3-22 are not shown: constructor 3-12, read 13-22 …\n",
    );
  });

  test("a line that a failure names shows its whole definition", () => {
    expect(shownBy("", 2_500, { named: [43 + 10 * 21 + 5] }).whole).toEqual(["work21"]);
  });

  test("parts shown elsewhere are not repeated, and neither are imports and signatures", () => {
    const before = shownBy("Let `work7` wait.", 3_000);
    const { text, lines } = shownBy("Let `work12` wait.", 3_000, { shown: before.lines });
    expect([...lines].filter((line) => before.lines.has(line))).toEqual([]);
    expect(text).toContain("  // é");
    expect(text).not.toContain("|work20() {");
  });

  test("everything that is named is shown, and little else", () => {
    const named = FUNCTIONS.filter((_, index) => index % 2 === 0);
    expect(shownBy(named.map((name) => `\`${name}\``).join(), 9_000, { besides: 90 }).whole).toEqual(named);
    expect(shownBy("Let it wait.", 9_000).whole).toEqual(["work39"]);
  });

  test.each([
    ["names in quotes of their own", 'Let `work8` and "work9" wait.', ["work8", "work9"]],
    ["no words between short quotes", "Let `=` close as `;` does.", []],
    ["no words of a quoted sentence", 'Say "read and close it".', []],
    ["a class with its body", "Let `Store` wait.", ["Store", ...METHODS]],
  ])("shows %s", (_, words, whole) => expect(shownBy(words, 9_000, { besides: 0 }).whole).toEqual(whole));

  test("a definition that exceeds the room is shown in part", () => {
    const { whole, lines } = shownBy("Let `work7` wait.", 220);
    expect(whole).toEqual([]);
    expect(lines.size).toBeGreaterThan(0);
  });

  test("stays within its byte limit, including notes, and every line comes from the file", () => {
    const words = fc.array(fc.constantFrom("`work7`", "Store.read", "wait", "`Store`", "close()", "work30"), {
      maxLength: 4,
    });
    fc.assert(
      fc.property(words, fc.integer({ min: 0, max: 9_000 }), fc.nat(2_000), (said, most, besides) => {
        const { text, lines } = shownBy(said.join(" "), most, { besides });
        expect(utf8Length(text)).toBeLessThanOrEqual(Math.max(most, 0));
        const numbered = [...text.matchAll(/^ *(\d+)\|(.*)$/gm)];
        expect(numbered.filter(([, number, line]) => LINES[Number(number) - 1] !== line)).toEqual([]);
        expect(text.match(/^ *\d+\|/gm)?.length ?? 0).toBe(lines.size);
      }),
    );
  });
});
