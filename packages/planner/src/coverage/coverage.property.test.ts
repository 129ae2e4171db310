import { growth, MOST_GROWTH } from "@llmch/testkit";
import { expect, test } from "vitest";
import { coverageOf } from "./coverage.ts";

// A naive reader would search each of these again and again.
test.each<[string, (size: number) => readonly [spec: string, quote: string]]>([
  ["marks of comments that nothing closes", (size) => ["<!--".repeat(size / 2), "It adds."]],
  ["marks of elements that nothing closes", (size) => ["a <a".repeat(size / 2), "It adds."]],
  ["a table's rule that is none", (size) => [`a|b\n${" ".repeat(size)}x`, "It adds."]],
  ["white space in a heading", (size) => [`# a${" ".repeat(size)}b`, "It adds."]],
  ["marks of struck text", (size) => ["~~a ".repeat(size / 4), "It adds."]],
  ["ticked items", (size) => ["- [x] a b\n".repeat(size / 10), "a b"]],
  ["letters without spaces", (size) => ["字。".repeat(size / 8), "文件"]],
  ["a quote that stands everywhere", (size) => ["a ".repeat(size), "a ".repeat(size / 2)]],
  [
    "a quote of very many parts",
    (size) => ["a ".repeat(size), Array.from({ length: size / 8 }, (_, index) => `b${index}`).join(" … ")],
  ],
])("reads %s to the end, in linear time", async (_, given) => {
  const covered = (size: number) => {
    const [spec, quote] = given(size);
    return coverageOf(spec, [{ id: "WO-01", fulfils: [quote] }]);
  };
  expect(covered(400_000)).not.toBeNull();
  expect(await growth(covered)).toBeLessThan(MOST_GROWTH);
});
