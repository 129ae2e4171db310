import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { SHA256_OF_NOTHING, sha256Hex, utf8Length } from "./sha256.ts";

test("gives the same hash as the platform", () => {
  expect(sha256Hex("")).toBe(SHA256_OF_NOTHING);
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(sha256Hex(bytes)).toBe(createHash("sha256").update(bytes).digest("hex"));
    }),
  );
  expect(sha256Hex("é🎉")).toBe(createHash("sha256").update("é🎉", "utf8").digest("hex"));
});

test("counts UTF-8 bytes, a lone surrogate as its replacement", () => {
  const units = fc.constantFrom("a", "\u007f", "\u0080", "\u07ff", "\u0800", "\uffff", "\ud83c", "\udf89", "🎉");
  const texts = fc.string({ unit: units });
  fc.assert(
    fc.property(texts, (text) => {
      expect(utf8Length(text)).toBe(Buffer.byteLength(text));
    }),
  );
});
