import { anyCharacter } from "@llmch/testkit/any-character";
import { printable, printableText } from "@llmch/text";
import fc from "fast-check";
import { expect, test } from "vitest";

const STEERS =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not be there
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]|[\u{e0000}-\u{e007f}]/u;

/** Texts full of hostile characters. */
const hostile = fc
  .array(
    fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.constantFrom(
        "\u001b[31m",
        "\u001b]8;;http://x\u0007",
        "\u009b2J",
        "\u202e",
        "\u200b",
        "\r\n",
        "\u{e0041}",
        "\u001b",
      ),
    ),
  )
  .map((parts) => parts.join(""));

test("nothing that is printed controls a terminal, reverses text or is invisible", () => {
  fc.assert(
    fc.property(hostile, (text) => {
      expect(printable(text)).not.toMatch(STEERS);
      expect(printable(text)).not.toMatch(/[\n\t]/);
      expect(printableText(text)).not.toMatch(STEERS);
    }),
  );
});

test("what people write stays as it is", () => {
  const text = "挨拶 👩‍👩‍👧 café می‌خواهم שלום a\tb\nc";
  expect(printableText(text)).toBe(text);
  expect(printable("挨拶 👩‍👩‍👧 می‌خواهم")).toBe("挨拶 👩‍👩‍👧 می‌خواهم");
});
