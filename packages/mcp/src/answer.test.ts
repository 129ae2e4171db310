import { expect, test } from "vitest";
import { answer, MOST_BYTES } from "./answer.ts";

const big = (count: number, text: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`m${at}`, text]));

test.each([
  ["a long text", { ok: true, text: "é".repeat(1_000_000) }],
  ["a long list", { ok: true, list: Array.from({ length: 50_000 }, () => ({ name: "n", text: "t".repeat(50) })) }],
  ["many members", { ok: true, members: big(20_000, "t") }],
  ["many members at the top", { ok: true, ...big(20_000, "t") }],
])("an answer of %s has at most 256 KB, and says what prints all of it", (_, document) => {
  const result = answer(document, "w".repeat(300_000), "llmch show");
  expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThanOrEqual(MOST_BYTES);
  expect(result.structuredContent).toMatchObject({ ok: true, cut: "parts are left out: `llmch show` prints all" });
});

test("a short answer is whole, without what is null", () => {
  expect(answer({ ok: true, verdict: null, at: { end: null } }, "PASS\n", "llmch show")).toEqual({
    content: [{ type: "text", text: "PASS" }],
    structuredContent: { ok: true, at: {} },
  });
});
