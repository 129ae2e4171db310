import { expect, test } from "vitest";
import { TAIL_CHARACTERS, tailText } from "./output-sink.ts";

test("the tail starts at a whole character, wherever the bytes were cut", () => {
  const bytes = Buffer.from("é😀x");
  expect([0, 1, 2, 3, 4, 5].map((start) => tailText(bytes.subarray(start)))).toEqual([
    "é😀x",
    "😀x",
    "😀x",
    "x",
    "x",
    "x",
  ]);
  const many = tailText(Buffer.from(`${"😀".repeat(TAIL_CHARACTERS)}y`));
  expect(many).toBe(`${"😀".repeat(TAIL_CHARACTERS / 2 - 1)}y`);
});
