import fc from "fast-check";
import { expect, test } from "vitest";
import { anyCharacter } from "../../testkit/src/texts/any-character.ts";
import { utf8Bytes } from "./sha256.ts";
import { utf8Text } from "./utf8-text.ts";

test("decodes to the original text", () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      expect(utf8Text(utf8Bytes(text))).toBe(text);
    }),
  );
});

test("agrees with the platform on invalid UTF-8", () => {
  const platform = (bytes: Uint8Array): string | null => {
    try {
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      return null;
    }
  };
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 12 }), (bytes) => {
      expect(utf8Text(bytes)).toBe(platform(bytes));
    }),
    { numRuns: 1000 },
  );
});
