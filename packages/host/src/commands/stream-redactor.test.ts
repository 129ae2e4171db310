import fc from "fast-check";
import { expect, test } from "vitest";
import { createStreamRedactor } from "./stream-redactor.ts";

const redacted = (chunks: readonly Buffer[], secrets: readonly string[]): string => {
  const redactor = createStreamRedactor(secrets);
  return Buffer.concat([...chunks.map((chunk) => redactor.take(chunk)), redactor.rest()]).toString();
};

test("finds a secret wherever the stream is cut", () => {
  const piece = fc.oneof(
    fc.constant("sk-ключ-12"),
    fc.constant("sk-ключ-1"),
    fc.string({ maxLength: 5, unit: "grapheme" }),
  );
  fc.assert(
    fc.property(fc.array(piece), fc.array(fc.nat({ max: 60 })), (pieces, cuts) => {
      const bytes = Buffer.from(pieces.join(""));
      const places = [0, ...cuts.filter((cut) => cut < bytes.length).sort((a, b) => a - b), bytes.length];
      const chunks = places.slice(1).map((place, index) => bytes.subarray(places[index], place));
      expect(redacted(chunks, ["sk-ключ-12"])).toBe(bytes.toString().replaceAll("sk-ключ-12", "[redacted]"));
    }),
  );
});

test("leaves bytes alone that are no secret, and everything where there is none", () => {
  const bytes = Buffer.from([0xff, 0x00, 0xc3, 0x0a, 0xe2, 0x82]);
  const redactor = createStreamRedactor(["secret-1", ""]);
  expect(Buffer.concat([redactor.take(bytes), redactor.rest()])).toEqual(bytes);
  expect(createStreamRedactor([]).take(bytes)).toBe(bytes);
});
