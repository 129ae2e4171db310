import type { JsonValue } from "@llmch/text";
import { expect, test } from "vitest";
import { byNumber, quotesByNumber, quotesInWords } from "./quoted-numbers.ts";

const SPEC = "# Sums\n\nIt adds a sum.\nIt lists\nsums. It ends. It adds a sum.\n";
const [ADDS, LISTS, ENDS] = ["It adds a sum.", "It lists sums.", "It ends."];

test.each<[string, JsonValue, readonly JsonValue[]]>([
  ["a number in words", "2", [LISTS]],
  ["a number", 2, [LISTS]],
  ["a number with its mark", " [2] ", [LISTS]],
  ["the mark of a spec that has such marks", "[§2]", [LISTS]],
  ["a range", "1-3", [ADDS, LISTS, ENDS]],
  ["a range of marks", "[2]–[3]", [LISTS, ENDS]],
  ["words", "It lists sums.", [LISTS]],
  ["words with their marks", "[2] It lists sums. [3] It ends.", ["It lists sums. It ends."]],
  ["a number that is none", "5", ["5"]],
  ["zero", 0, ["0"]],
  ["a range beyond the end", "3-5", ["3-5"]],
  ["a range backwards", "3-2", ["3-2"]],
  ["what is no quote", 1.5, [1.5]],
  ["nothing", null, [null]],
])("reads %s", (_, quote, words) => {
  for (const name of ["work_orders", "revised_orders", "milestones"])
    expect(quotesInWords({ [name]: [{ fulfils: [quote] }, 7] }, SPEC)).toEqual({ [name]: [{ fulfils: words }, 7] });
  expect(quotesInWords({ remit: { what_not: [quote] } }, SPEC)).toEqual({ remit: { what_not: words } });
});

test("a number stays outside of quotes, and a document without quotes as it is", () => {
  const order = { id: "1", intent: "[1]", notes: 2, fulfils: "1" };
  for (const document of [{ work_orders: [order], remit: null }, { work_orders: null }, [order], "1", null])
    expect(quotesInWords(document, SPEC)).toEqual(document);
});

test("ranges that overlap name a sentence once, single numbers as often as they stand there", () => {
  const read = quotesInWords({ milestones: [{ fulfils: ["1-2", "1-3", "3", 3] }] }, SPEC);
  expect(read).toEqual({ milestones: [{ fulfils: [ADDS, LISTS, ENDS, ENDS, ENDS] }] });
});

test("whole sentences are shown by number, and read back as they were", () => {
  const words = ["Sums", ADDS, LISTS, ADDS, ENDS, "It lists"];
  const numbers = ["Sums", "4", "2", "4", "3", "It lists"];
  expect(byNumber(SPEC)(words)).toEqual(numbers);
  const document = { work_orders: [{ id: "WO-01", fulfils: words }], remit: { what: ENDS, what_not: words } };
  const shown = quotesByNumber(document, SPEC);
  expect(shown).toEqual({ work_orders: [{ id: "WO-01", fulfils: numbers }], remit: { what: ENDS, what_not: numbers } });
  expect(quotesInWords(shown, SPEC)).toEqual(document);
});
