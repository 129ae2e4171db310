import { createRedactor, REDACTED } from "@llmch/text";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createPlaceholders } from "./placeholders.ts";

const SECRETS = ["devpassword1", "sk-canary-0123", "pass-word-42"];
const redactor = createRedactor(SECRETS);
const pieces = [
  ...SECRETS,
  ...SECRETS.map((secret) => Buffer.from(secret).toString("base64")),
  ...SECRETS.map((secret) => Buffer.from(secret).toString("hex")),
  ...[
    "A=",
    "\n",
    "\r\n",
    '"',
    "\\u0064evpassword1",
    "ключ",
    REDACTED,
    "[redacted]",
    "[redacted by llmch",
    "[redacted by llmch: 1-00000000]",
  ],
];
const texts = fc.array(fc.constantFrom(...pieces), { maxLength: 30 }).map((parts) => parts.join(""));

test("hidden secrets are restored exactly, and the shown text contains none", () => {
  fc.assert(
    fc.property(texts, texts, (text, other) => {
      const { hide, putBack } = createPlaceholders(redactor, [
        { path: "a", text },
        { path: "b", text: other },
      ]);
      for (const base of [text, other]) {
        const shown = hide(base);
        expect(redactor.find(shown)).toEqual([]);
        expect(hide(shown)).toBe(shown);
        expect(putBack(shown, base)).toEqual({ ok: true, value: base });
      }
    }),
    { numRuns: 1000 },
  );
});

test("text that looks like a placeholder is only accepted if the file contains it", () => {
  fc.assert(
    fc.property(texts, texts, (text, written) => {
      const { hide, putBack } = createPlaceholders(redactor, [{ path: "a", text }]);
      const back = putBack(hide(written), text);
      const looks = /\[redacted by llmch(?:[^[\]\n]{0,60}\])?/g;
      if (back.ok) for (const [found] of back.value.matchAll(looks)) expect(text).toContain(found);
    }),
    { numRuns: 1000 },
  );
});

test("a placeholder reveals nothing about its secret, and depends only on the file and the known secrets", () => {
  const shown = (secrets: readonly string[], ...files: readonly (readonly [string, string])[]) => {
    const all = files.map(([path, text]) => ({ path, text }));
    return createPlaceholders(createRedactor(secrets), all).hide(files[0]?.[1] ?? "");
  };
  const one = shown(["devpassword1"], ["a", "A=devpassword1"]);
  expect(one).toMatch(/^A=\[redacted by llmch: 1-[0-9a-f]{8}\]$/);
  expect(shown(["other-pass-2"], ["a", "A=other-pass-2"])).toBe(one);
  expect(shown(["devpassword1"], ["a", "A=devpassword1"], ["b", "B=devpassword1"])).toBe(one);
  expect(shown(["devpassword1"], ["b", "A=devpassword1"])).not.toBe(one);
  expect(shown(["devpassword1"], ["a", "A=devpassword1\n"]).trimEnd()).not.toBe(one);
});

test("if other secrets are known, an earlier placeholder is invalid", () => {
  const text = "A=devpassword1\nB=pass-word-42\n";
  const files = [{ path: "a", text }];
  const first = createPlaceholders(createRedactor(["devpassword1", "pass-word-42"]), files).hide(text);
  const later = createPlaceholders(createRedactor(["pass-word-42"]), files).putBack(first, text);
  expect(later).toMatchObject({
    ok: false,
    issues: [expect.stringContaining(": 1-"), expect.stringContaining(": 2-")],
  });
});
