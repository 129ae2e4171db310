import { Buffer } from "node:buffer";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createRedactor, learnSecret, REDACTED } from "./redact.ts";

const KEY = "sk-canary+/=%0123456789";
const PASSWORD = 'pa"ss\\wörd-ключ 1!';
const escaped = (text: string): string => JSON.stringify(text).slice(1, -1);
const percent = (text: string): string => encodeURIComponent(text);
const lower = (text: string): string => text.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());

test.each([
  ["as it is", (secret: string) => secret],
  ["inside JSON", (secret: string) => JSON.stringify({ key: secret })],
  ["inside JSON in ASCII", (secret: string) => escaped(secret).replace(/[^\0-\x7f]/g, unicodeEscape)],
  ["URL-encoded", (secret: string) => `?key=${percent(secret)}&x`],
  ["URL-encoded in lower case", (secret: string) => lower(percent(secret))],
  ["as a form sends it", (secret: string) => new URLSearchParams({ secret }).toString()],
  ["as Python quotes it", (secret: string) => percent(secret).replaceAll("%2F", "/").replaceAll("!", "%21")],
  ["in hex", (secret: string) => Buffer.from(secret).toString("hex")],
  ["in upper-case hex", (secret: string) => Buffer.from(secret).toString("hex").toUpperCase()],
  ["as bytes of UTF-16", (secret: string) => Buffer.from(secret, "utf16le").toString("latin1")],
  ["as bytes of UTF-16, turned round", (secret: string) => Buffer.from(secret, "utf16le").swap16().toString("latin1")],
  ["as bytes read one by one", (secret: string) => Buffer.from(secret).toString("latin1")],
])("redacts a secret %s", (_, show) => {
  for (const secret of [KEY, PASSWORD]) {
    const redacted = createRedactor([secret]).text(`before ${show(secret)} after`);
    expect(redacted).toMatch(/^before .*\[redacted by llmch\].* after$/);
    expect(redacted).not.toContain(show(secret));
  }
});

const unicodeEscape = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;

test("base64 around a secret never decodes to it, at any offset, however its lines are broken", () => {
  const redactor = createRedactor([KEY]);
  const encodings = fc.constantFrom<BufferEncoding>("base64", "base64url");
  const widths = fc.constantFrom(4, 16, 19, 64, 76, 1000);
  fc.assert(
    fc.property(fc.string(), fc.string(), encodings, widths, (before, after, encoding, width) => {
      const whole = Buffer.from(before + KEY + after).toString(encoding);
      const redacted = redactor.text(whole.replace(new RegExp(`.{${width}}`, "g"), "$&\r\n"));
      expect(redacted).toContain(REDACTED);
      expect(Buffer.from(redacted.replaceAll(REDACTED, ""), "base64").toString()).not.toContain(KEY);
    }),
  );
});

test("every string of a value is redacted, including keys, and the rest is unchanged", () => {
  const value = { a: [KEY, 1, null, true], [KEY]: { b: `x${KEY}` }, n: 12345678 };
  expect(createRedactor([KEY, "12345678"]).value(value)).toEqual({
    a: [REDACTED, 1, null, true],
    [REDACTED]: { b: `x${REDACTED}` },
    n: 12345678,
  });
  const other = { a: ["b", { c: 1 }] };
  expect(createRedactor([KEY]).value(other)).toBe(other);
});

test("a value keeps its own __proto__ member, and other objects are unaffected", () => {
  const value: unknown = JSON.parse(`{"__proto__": {"x": "${KEY}"}, "constructor": "${KEY}"}`);
  expect(JSON.stringify(createRedactor([KEY]).value(value))).toBe(
    `{"__proto__":{"x":"${REDACTED}"},"constructor":"${REDACTED}"}`,
  );
  expect(Object.hasOwn({}, "x")).toBe(false);
});

test.each([
  ["one secret begins as another", ["sk-abcdefgh", "sk-abcdefgh-more"], "sk-abcdefgh-more", REDACTED],
  ["one ends where another begins", ["sk-abcdef", "def-ghijkl"], "sk-abcdef-ghijkl", REDACTED],
  ["one lies in another", ["sk-abcdefgh", "bcdef"], "sk-abcdefgh bcdef", `${REDACTED} ${REDACTED}`],
  ["one follows another", ["sk-abcdef"], "sk-abcdefsk-abcdef", REDACTED + REDACTED],
  ["one is broken off", ["sk-abcdef"], "sk-abcde", "sk-abcde"],
  ["one begins twice", ["sk-sk-sk-a"], "sk-sk-sk-sk-a", `sk-${REDACTED}`],
])("secrets that meet: %s", (_, secrets, text, redacted) => {
  expect(createRedactor(secrets).text(text)).toBe(redacted);
});

test("without secrets nothing changes", () => {
  for (const secrets of [[], [""]])
    fc.assert(fc.property(fc.string(), (text) => createRedactor(secrets).text(text) === text));
});

test("redacting is idempotent", () => {
  const redactor = createRedactor([KEY, PASSWORD]);
  const pieces = fc.array(fc.constantFrom(KEY, PASSWORD, "a", "\n", "sk-", percent(PASSWORD)));
  fc.assert(
    fc.property(pieces, (parts) => {
      const once = redactor.text(parts.join(" "));
      expect(redactor.text(once)).toBe(once);
    }),
  );
});

test("a stream gives the same as the whole text, wherever it is cut", () => {
  const secrets = ["abab", "babbab", "sk-ключ-12", "ключ", "aabaab"];
  const redactor = createRedactor(secrets);
  const piece = fc.constantFrom("a", "b", "ab", "bab", "aab", "\n", "sk-", "ключ", "-12", "-1", "YWJhYg", "616", "2");
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), fc.array(fc.nat({ max: 60 })), (pieces, cuts) => {
      const text = pieces.join("");
      const places = [0, ...cuts.filter((cut) => cut < text.length).sort((a, b) => a - b), text.length];
      const stream = redactor.stream();
      const parts = places.slice(1).map((place, index) => stream.take(text.slice(places[index], place)));
      expect(parts.join("") + stream.rest()).toBe(redactor.text(text));
    }),
    { numRuns: 1000 },
  );
});

test("a stream never holds back more than a secret's length", () => {
  const stream = createRedactor(["abababab"]).stream();
  let passed = "";
  for (let index = 0; index < 100; index++) passed += stream.take("ab\n\n\n");
  expect(passed.length).toBeGreaterThan(480);
  const endless = createRedactor(["abababab"]).stream();
  expect(Array.from({ length: 100 }, () => endless.take("ab")).join("")).toBe(REDACTED);
  expect(endless.rest()).toBe("");
});

test("a secret that comes up later is redacted by those that are there, also in the middle of a stream", () => {
  const [some, none] = [createRedactor([KEY]), createRedactor([])];
  const stream = none.stream();
  const begin = stream.take("a sk-of-later-01234 b ");
  learnSecret("sk-of-later-01234");
  expect(begin + stream.take("sk-of-") + stream.take("later-01234 c") + stream.rest()).toBe(
    `a sk-of-later-01234 b ${REDACTED} c`,
  );
  expect([some.text(`${KEY} sk-of-later-01234`), none.text("x=sk-of-later-01234")]).toEqual([
    `${REDACTED} ${REDACTED}`,
    `x=${REDACTED}`,
  ]);
  expect(none.value({ a: ["sk-of-later-01234"] })).toEqual({ a: [REDACTED] });
});
