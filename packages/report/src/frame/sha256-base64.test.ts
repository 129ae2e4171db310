import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { sha256Base64 } from "./sha256-base64.ts";

test.each(["", "a", "é→😀", "x".repeat(1000)])("%j", (text) => {
  expect(sha256Base64(text)).toBe(createHash("sha256").update(text).digest("base64"));
});
