import fc from "fast-check";
import { expect, test } from "vitest";
import { growth, MOST_GROWTH } from "../../testkit/src/growth.ts";
import { createRedactor, REDACTED } from "./redact.ts";

const KEY = "sk-canary+/=%0123456789";
const hex = (character: string, digits: number) => character.charCodeAt(0).toString(16).padStart(digits, "0");

const WRITTEN: readonly ((character: string) => string)[] = [
  (character) => character,
  (character) => `\\u${hex(character, 4)}`,
  (character) => `\\u${hex(character, 4).toUpperCase()}`,
  (character) => `\\\\\\u${hex(character, 4)}`,
  (character) => `\\u{${hex(character, 1)}}`,
  (character) => `\\x${hex(character, 2)}`,
  (character) => `\\${character.charCodeAt(0).toString(8).padStart(3, "0")}`,
  (character) => `%${hex(character, 2)}`,
  (character) => `&#${character.charCodeAt(0)};`,
  (character) => `&#x${hex(character, 4)};`,
];

test.each(WRITTEN.map((write, index) => [`way ${index}: ${write("s")}`, write]))(
  "a secret is redacted however its characters are escaped: %s",
  (_, write) => {
    const written = [...KEY].map(write).join("");
    expect(createRedactor([KEY]).text(`a ${written} b`)).toBe(`a ${REDACTED} b`);
  },
);

const mixed = fc
  .array(fc.constantFrom(...WRITTEN), { minLength: KEY.length, maxLength: KEY.length })
  .map((ways) => ways.map((write, index) => write(KEY[index] ?? "")).join(""));
const around = fc
  .array(fc.constantFrom("x", " ", "\\", "\\u", "\\u00", "%", "%7", "&#", "&#1", "\\x", "sk-", "\\u0073", "\n"), {
    maxLength: 6,
  })
  .map((pieces) => `${pieces.join("")}|`);

test("escapes may be mixed, and a stream may be cut anywhere", () => {
  const redactor = createRedactor([KEY]);
  fc.assert(
    fc.property(
      around,
      mixed,
      around,
      fc.array(fc.nat(8), { minLength: 1, maxLength: 20 }),
      (before, key, after, cuts) => {
        const whole = before + key + after;
        expect(redactor.text(whole)).toBe(before + REDACTED + after);
        const stream = redactor.stream();
        let passed = "";
        for (let at = 0, turn = 0; at < whole.length; turn++) {
          const length = 1 + (cuts[turn % cuts.length] ?? 0);
          passed += stream.take(whole.slice(at, at + length));
          at += length;
        }
        expect(passed + stream.rest()).toBe(before + REDACTED + after);
      },
    ),
    { numRuns: 1500 },
  );
});

test.each(["\\", "\\u0073", "%73", "&#", "&#115;", "\\u{", "\\u{0", "\\x7"])(
  "a text full of %s is read in linear time, and stays as it is",
  async (unit) => {
    const redactor = createRedactor([KEY]);
    const streamed = (size: number) => {
      const stream = redactor.stream();
      const pieces = Array.from({ length: size / 1_000 }, () => stream.take(unit.repeat(1_000)));
      return pieces.join("") + stream.rest();
    };
    const text = unit.repeat(100_000);
    expect(redactor.text(text)).toBe(text);
    expect(streamed(100_000)).toBe(text);
    expect(await growth((size) => redactor.text(unit.repeat(size)))).toBeLessThan(MOST_GROWTH);
    expect(await growth(streamed)).toBeLessThan(MOST_GROWTH);
  },
);
