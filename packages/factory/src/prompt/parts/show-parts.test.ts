import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type PartsWanted, showParts as showPartsOf } from "./show-parts.ts";
import { termsOf } from "./terms.ts";

const NOTHING = termsOf([]);
/** Without a parser, unless a test says otherwise. */
const showParts = (text: string, wanted: Pick<PartsWanted, "terms" | "named" | "most"> & Partial<PartsWanted>) =>
  showPartsOf(text, { outline: null, ...wanted });
/** A file with this many lines: a function in every tenth, and the same words everywhere. */
const fileOf = (count: number): string =>
  Array.from({ length: count }, (_, index) =>
    index % 10 === 0 ? `function part${index}() {` : `  value = value + ${index};`,
  ).join("\n");
const shownNumbers = (text: string): readonly number[] =>
  text.split("\n").flatMap((line) => {
    const number = /^ *(\d+)\|/.exec(line)?.[1];
    return number === undefined ? [] : [Number(number)];
  });

describe("the shown parts of a file", () => {
  const wanted = { terms: termsOf(["Make part500 return twice its value."]), named: [], most: 4_000 };

  test("are what the order names, its surroundings and the beginning, with notes for the gaps", () => {
    const { text, count } = showParts(fileOf(1000), wanted);
    expect(count).toBe(1000);
    expect(text).toContain("\n 501|function part500() {\n");
    expect(shownNumbers(text)).toEqual([...range(1, 10), ...range(496, 516)]);
    expect(text).toContain("\n… lines 11-495 are not shown …\n");
    expect(text.endsWith("… lines 517-1000 are not shown …\n")).toBe(true);
  });

  test("begin with the named lines", () => {
    const { text } = showParts(fileOf(1000), { ...wanted, named: [800, 5000], most: 700 });
    expect(shownNumbers(text)).toContain(800);
    expect(shownNumbers(text)).not.toContain(501);
  });

  test("ignore a word that occurs everywhere", () => {
    const { text } = showParts(fileOf(1000), { ...wanted, terms: termsOf(["value function"]), most: 1_000 });
    // Its beginning, up to half of the room.
    expect(shownNumbers(text)).toEqual(range(1, shownNumbers(text).length));
    expect(text.length).toBeLessThan(700);
  });

  test("are what an order names in a text without spaces", () => {
    const { text } = showParts(fileOf(1000), { ...wanted, terms: termsOf(["让part500函数返回两倍的值。"]) });
    expect(text).toContain("\n 501|function part500() {\n");
  });

  test("prefer a quoted phrase to single words", () => {
    const lines = Array.from({ length: 300 }, (_, index) => `line ${index}`);
    lines[100] = "there is a cart and a total";
    lines[200] = "the grand total of it";
    const terms = termsOf(['Change the text "grand total of" in the cart.']);
    const { text } = showParts(lines.join("\n"), { terms, named: [], most: 400 });
    expect(shownNumbers(text)).toContain(201);
    expect(shownNumbers(text)).not.toContain(101);
  });

  test.each([
    ["a quoted line", "The line 'grand total of it' goes.", [200]],
    ["the list that a new name belongs to", "Add `FLAG_NEW`.", [100, 102]],
    ["the options that a new one belongs to", 'Add "--new" to them.', [150, 152]],
    ["no list of two", "Add `PAIR_NEW`.", []],
  ])("are %s, with a line that it continues", (_, said, [first = 0, last = first]) => {
    const lines = Array.from({ length: 300 }, (_, index) => (index % 10 === 5 ? "else:" : `line ${index}`));
    for (const index of [0, 1, 2]) {
      lines[100 + index] = `FLAG_${index} = ${index}`;
      lines[150 + index] = `  "--o${index}",`;
      if (index > 0) lines[180 + index] = `PAIR_${index} = ${index}`;
    }
    lines[200] = "the grand total of it";
    const { text } = showParts(lines.join("\n"), { terms: termsOf([said]), named: [], most: 4_000, besides: 0 });
    expect(shownNumbers(text)).toEqual(first === 0 ? [] : range(first - 5, last + 16));
    expect(text.slice(0, 99)).not.toMatch(/^(?:…[^\n]*\n)? *\d+\|else:/);
  });

  test("leave out what is shown elsewhere", () => {
    const shown = new Set(range(0, 600));
    expect(showParts(fileOf(1000), { ...wanted, shown }).text).toBe("");
    expect(shownNumbers(showParts(fileOf(1000), { ...wanted, named: [605], shown }).text)).toEqual(range(602, 620));
  });

  test("clip a very long line to the part that matters", () => {
    const line = `${"a, ".repeat(50_000)}wantedName(1);${"b, ".repeat(50_000)}`;
    const { text } = showParts(line, { terms: termsOf(["Fix wantedName."]), named: [], most: 1_000 });
    expect(text).toMatch(/^1\|….*wantedName\(1\);.*…\n$/);
    expect(text.length).toBeLessThan(500);
  });

  test("drop the file's line endings, and end in one", () => {
    expect(showParts("a\r\nb\r\n", { terms: NOTHING, named: [1], most: 100 }).text).toBe("1|a\n2|b\n");
    expect(showParts("", { terms: NOTHING, named: [], most: 100 }).text).toBe("");
  });

  test("stay within the limit, and each line matches the file at its number", () => {
    const file = fileOf(1000);
    const itsLines = file.split("\n");
    const words = fc.array(fc.constantFrom("part10", "value", "part990", '"part500() {"', "none"), { maxLength: 4 });
    fc.assert(
      fc.property(
        words,
        fc.array(fc.integer({ min: -5, max: 1200 }), { maxLength: 3 }),
        fc.nat(3000),
        (said, named, most) => {
          const { text, lines } = showParts(file, { terms: termsOf(said), named, most });
          const shown = text.split("\n").filter((line) => /^ *\d+\|/.test(line));
          expect(shown.join("\n").length).toBeLessThanOrEqual(most);
          expect(shownNumbers(text)).toEqual([...lines].map((line) => line + 1).sort((a, b) => a - b));
          const others = shown.filter((line) => {
            const [, number = "0", content] = /^ *(\d+)\|(.*)$/.exec(line) ?? [];
            return itsLines[Number(number) - 1] !== content;
          });
          expect(others).toEqual([]);
        },
      ),
    );
  });
});

const range = (first: number, last: number): readonly number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);
