import { expect, test } from "vitest";
import { readWindow } from "./build-documents.ts";

const windowWith = (note: string) => ({ window: 1, milestone: "M1", plan: "01M8", orders: [], notes: [note] });

test.each([
  ["Prices are whole cents.", true],
  ["An em dash — and an ümlaut.", true],
  ["a\nb", false],
  ["a\u001b[2Jb", false],
  ["a\u2028b", false],
  ["x".repeat(121), false],
])("the note %j", (note, isGood) => {
  expect(readWindow(windowWith(note)).ok).toBe(isGood);
});
