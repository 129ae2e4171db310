import fc from "fast-check";
import { expect, test } from "vitest";
import { createRedactor, REDACTED, secretsOf } from "./redact.ts";

const KEY = "sk-canary+/=%0123456789";

test.each([
  ["as it is", `key: ${KEY}.`],
  ["URL-encoded", `?key=${encodeURIComponent(KEY)}`],
  ["inside JSON", JSON.stringify({ key: KEY })],
])("takes a secret out %s", (_, text) => {
  const redacted = createRedactor([KEY]).text(text);
  expect(redacted).toContain(REDACTED);
  expect(redacted).not.toContain("canary");
});

test("base64 around a secret never decodes to it, at any offset", () => {
  const redactor = createRedactor([KEY]);
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.constantFrom("base64", "base64url"), (before, after, encoding) => {
      const redacted = redactor.text(Buffer.from(before + KEY + after).toString(encoding as BufferEncoding));
      expect(redacted).toContain(REDACTED);
      expect(Buffer.from(redacted, "base64").toString()).not.toContain(KEY);
    }),
  );
});

test("every string of a value is redacted, keys too, and the rest stands as it was", () => {
  const value = { a: [KEY, 1, null, true], [KEY]: { b: `x${KEY}` } };
  expect(createRedactor([KEY]).value(value)).toEqual({
    a: [REDACTED, 1, null, true],
    [REDACTED]: { b: `x${REDACTED}` },
  });
});

test("a longer secret is not left in part by a shorter one", () => {
  expect(createRedactor(["sk-abcdefgh", "sk-abcdefgh-more"]).text("sk-abcdefgh-more")).toBe(REDACTED);
});

test("without secrets nothing changes", () => {
  fc.assert(fc.property(fc.string(), (text) => createRedactor([]).text(text) === text));
});

test("secrets are the API keys of an environment; stand-ins are none", () => {
  const env = { OPENAI_API_KEY: ` ${KEY}\n`, OPENAI_ADMIN_KEY: "sk-a", OTHER_API_KEY: "EMPTY", PATH: "/usr/local/bin" };
  expect(secretsOf(env)).toEqual([KEY, "sk-a"]);
  expect(secretsOf({ OPENAI_API_KEY: "" })).toEqual([]);
});
