import { expect, test } from "vitest";
import { withLines } from "./ignored-places.ts";

test.each([
  ["", "/wo/\n"],
  ["a\n", "a\n/wo/\n"],
  ["a", "a\n/wo/\n"],
  ["a\r\nb", "a\r\nb\r\n/wo/\r\n"],
  ["\uFEFFa\r\n", "\uFEFFa\r\n/wo/\r\n"],
])("%j stays as it is, and the line is added", (text, expected) => {
  expect(withLines(text, ["/wo/"])).toBe(expected);
});
