import stringWidth from "string-width";
import { describe, expect, test } from "vitest";
import { colorsFor } from "../console/paint.ts";
import { excerptLines } from "./excerpt.ts";

const style = (width: number) => ({
  colors: colorsFor({ color: false }, {}, false),
  paint: (text: string) => text,
  width,
  name: (path: string) => path,
});

/** The excerpt of a text in which « and » surround the region. */
const excerptOf = (marked: string, width = 80): readonly string[] => {
  const before = marked.slice(0, marked.indexOf("«")).split("\n");
  const column = (before.at(-1)?.length ?? 0) + 1;
  const endColumn = column + marked.indexOf("»") - marked.indexOf("«") - 1;
  const place = { path: "a.json", region: { line: before.length, column, endColumn } };
  return excerptLines(place, marked.replace(/[«»]/g, ""), "title", style(width));
};

/** The text above the carets, column by column. */
const aboveCarets = (lines: readonly string[]): string => {
  const [, , line = "", carets = ""] = lines;
  const from = carets.indexOf("^");
  let column = 0;
  const above = [...new Intl.Segmenter().segment(line)].filter(({ segment }) => {
    const at = column;
    column += stringWidth(segment);
    return at >= from && at < carets.length;
  });
  return above.map(({ segment }) => segment).join("");
};

test("an excerpt is file, line, column, the line, and carets", () => {
  expect(excerptOf('{\n  "id": «"WO-1"»,\n}')).toEqual([
    " --> a.json:2:9  title",
    "  |",
    '2 |   "id": "WO-1",',
    "  |         ^^^^^^",
  ]);
});

test("a place without a region is shown as only the file", () => {
  expect(excerptLines({ path: "a.json", region: null }, "", "", style(80))).toEqual([" --> a.json"]);
});

describe("carets are under the part in question", () => {
  test.each([
    ["ASCII", 'x «"abc"» y', '"abc"'],
    ["a tab before", '\t\t«"abc"»', '"abc"'],
    ["a tab within", '«"a\tb"»', '"a  b"'],
    ["wide characters before", '"日本語" «"abc"»', '"abc"'],
    ["wide characters within", '«"日本語"» x', '"日本語"'],
    ["an emoji of several parts before", '"👩‍👩‍👧" «"abc"»', '"abc"'],
    ["a carriage return at the end", '«"abc"»\r', '"abc"'],
    ["an escape sequence before", '\u001b[31m«"abc"»', '"abc"'],
    ["the first line of three", '«"a"»\n"b"\n"c"', '"a"'],
    ["the last line", '"b"\n«"a"»', '"a"'],
  ])("%s", (_, marked, meant) => {
    expect(aboveCarets(excerptOf(marked))).toBe(meant);
  });

  test.each([20, 40, 80, 200])("on a line of a megabyte, in %d columns", (width) => {
    const long = "日a".repeat(250_000);
    for (const marked of [`«"abc"»${long}`, `${long}«"abc"»`, `${long}«"abc"»${long}`]) {
      const lines = excerptOf(marked, width);
      expect(aboveCarets(lines)).toBe('"abc"');
      for (const line of lines.slice(1)) expect(stringWidth(line)).toBeLessThanOrEqual(Math.max(width, 24));
    }
  });

  test("a part that is too long is cut", () => {
    const [, , line = "", carets = ""] = excerptOf(`x«${"y".repeat(500_000)}»z`, 40);
    expect(line).toMatch(/^1 \| xy+…/);
    expect(stringWidth(carets)).toBeLessThanOrEqual(40);
  });

  test("at the end of a line one caret is enough", () => {
    expect(excerptOf("{«»\n")[3]).toBe("  |  ^");
  });
});

test("nothing in an excerpt controls a terminal", () => {
  const hostile = "\u001b]0;x\u0007\u009b31m\u202e\u2066\u0000\ud800\u2028";
  const place = { path: `a${hostile}.json`, region: { line: 1, column: 3, endColumn: 30 } };
  const text = excerptLines(place, `x ${hostile} y ${hostile}`, "", style(80)).join("\n");
  expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u);
});
