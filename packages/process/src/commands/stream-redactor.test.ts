import { createRedactor } from "@llmch/text";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createStreamRedactor } from "./output-sink.ts";

const SECRET = "sk-ключ-12";

const redacted = (chunks: readonly Buffer[], secrets: readonly string[]): string => {
  const redactor = createStreamRedactor(secrets);
  return Buffer.concat([...chunks.map((chunk) => redactor.take(chunk)), redactor.rest()]).toString();
};

test("finds a secret in every form wherever the stream is cut", () => {
  const bytes = Buffer.from(SECRET);
  const forms = [SECRET, encodeURIComponent(SECRET), bytes.toString("base64"), bytes.toString("hex"), "sk-ключ-1"];
  const piece = fc.oneof(fc.constantFrom(...forms), fc.string({ maxLength: 5, unit: "grapheme" }));
  fc.assert(
    fc.property(fc.array(piece), fc.array(fc.nat({ max: 120 })), (pieces, cuts) => {
      const text = pieces.join("");
      const whole = Buffer.from(text);
      const places = [0, ...cuts.filter((cut) => cut < whole.length).sort((a, b) => a - b), whole.length];
      const chunks = places.slice(1).map((place, index) => whole.subarray(places[index], place));
      expect(redacted(chunks, [SECRET])).toBe(createRedactor([SECRET]).text(text));
    }),
  );
});

test("changes only secrets, and nothing if there are none", () => {
  const bytes = Buffer.from([0xff, 0x00, 0xc3, 0x0a, 0xe2, 0x82]);
  const redactor = createStreamRedactor(["secret-1", ""]);
  expect(Buffer.concat([redactor.take(bytes), redactor.rest()])).toEqual(bytes);
  expect(createStreamRedactor([]).take(bytes)).toBe(bytes);
});
