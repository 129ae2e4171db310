import { anyCharacter } from "@llmch/testkit/any-character";
import fc from "fast-check";
import { expect, it } from "vitest";
import { jsonLine, levelOf } from "./json-line.ts";

const asItIs = (text: string) => text;

it("is one line that parses to the value, and that no terminal obeys", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: anyCharacter }), fc.jsonValue()), (value) => {
      const line = jsonLine(value, asItIs);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not be there
      expect(line).toMatch(/^[^\u0000-\u001f\u007f-\u009f\u200b\u2028-\u202e\u2060-\u206f\ufeff]*\n$/);
      expect(JSON.parse(line)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

it("holds no secret, not even one that JSON writes with escapes", () => {
  const redact = (text: string) => text.replaceAll('a"b\n', "[redacted]");
  expect(jsonLine({ deep: [{ text: 'x a"b\n' }] }, redact)).toBe('{"deep":[{"text":"x [redacted]"}]}\n');
});

it.each([
  ["error: it is gone", { level: "error", message: "it is gone" }],
  ["warning: it was\nchanged", { level: "warning", message: "it was\nchanged" }],
  ["go on", { level: "info", message: "go on" }],
])("takes the level from the line itself: %j", (line, wanted) => {
  expect(levelOf("info", line)).toEqual(wanted);
});
