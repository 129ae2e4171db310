import pc from "picocolors";
import { expect, test } from "vitest";
import { labelled, labelledCommand, wrapped } from "./page.ts";

const measure = { width: (text: string) => text.length, cut: (text: string) => text };
const page = { colors: pc.createColors(false), width: 40, whole: false, measure };

test("white space is kept, and line breaks", () => {
  expect(labelled("objects", "the header is 'NAME  QTY'\n  and two lines\n", page)).toEqual([
    "  objects  the header is 'NAME  QTY'",
    "             and two lines",
  ]);
  expect(wrapped("a  b   c  dddd", 6, measure)).toEqual(["a  b", "c", "dddd"]);
});

test("a command is one line, however long", () => {
  const command = `grep -q 'NAME  QTY x PRICE' ${"a".repeat(60)}`;
  expect(labelledCommand("refused", command, " (exit 1)", page)).toBe(`  refused  ${command} (exit 1)`);
});
