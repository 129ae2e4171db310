import { expect, test } from "vitest";
import { recordText } from "./record.ts";

test.each([
  ["plain\ttext\n", "plain\ttext\n"],
  ["\u001b[31mred\u001b[0m", "red"],
  ["\u001b[1;38;5;196mx\u001b[K", "x"],
  ["\u001b]0;title\u0007x", "x"],
  ["\u001b]8;;http://a\u001b\\link\u001b]8;;\u001b\\", "link"],
  ["\u001b(Bx\u001b7", "x"],
  ["50%\r100%\r\ndone", "50%\n100%\ndone"],
  ["a\u0000\u0007\u0008b\u007f\u0085", "ab"],
  ["\u001b", ""],
])("%j reads %j", (output, text) => {
  expect(recordText(output)).toBe(text);
});
