import { expect, test } from "vitest";
import { type ServerFault, statusFault } from "./fault.ts";
import { NO_TRIES, nextTry } from "./retry.ts";

const NOW = Date.parse("2025-01-01T00:00:00Z");
const RULES = { retries: 3, retryBaseMs: 1_000, maxWaitMs: 60_000 };
const wait = (fault: ServerFault, retries = 0): number | null =>
  nextTry(fault, { retries, refusals: 0 }, RULES, NOW)?.waitMs ?? null;

test.each([
  [408, 1_000],
  [409, 1_000],
  [429, 1_000],
  [500, 1_000],
  [502, 1_000],
  [599, 1_000],
  [307, null],
  [400, null],
  [401, null],
  [403, null],
  [404, null],
  [422, null],
])("a %i waits %s", (status, expected) => {
  expect(wait(statusFault(status, ""))).toBe(expected);
});

test.each<[ServerFault, number | null]>([
  [{ kind: "connection", message: "", isUnsent: false }, 1_000],
  [{ kind: "broken", message: "" }, 1_000],
  [{ kind: "too-large", message: "" }, null],
  [{ kind: "ended", why: "interrupted", message: "" }, null],
  [{ kind: "ended", why: "deadline", message: "" }, null],
])("%o waits %s", (fault, expected) => {
  expect(wait(fault)).toBe(expected);
});

test.each<[string, number | null]>([
  ["0", 0],
  ["2", 2_000],
  ["1.5", 1_500],
  [" 3 ", 3_000],
  ["1000000000", 60_000],
  ["9".repeat(400), 60_000],
  ["Wed, 01 Jan 2025 00:00:05 GMT", 5_000],
  ["Wed, 01 Jan 2025 01:00:00 GMT", null],
  ["Tue, 31 Dec 2024 23:59:00 GMT", 0],
  ["Wednesday, 01-Jan-25 00:00:05 GMT", 5_000],
  ["Wed Jan  1 00:00:05 2025", 5_000],
  ["2025-01-01T00:00:05.5Z", 5_500],
  ["2025-01-01T01:00:05+01:00", 5_000],
  ["20s", 20_000],
  ["60", 60_000],
  ["61", null],
  ["2025", null],
  ["2025-01-01", 1_000],
  ["-5", 1_000],
  ["soon 5", 1_000],
  ["Mon nonsense GMT", 1_000],
  ["", 1_000],
])("Retry-After: %s waits %s ms, or is a usage limit", (retryAfter, expected) => {
  expect(wait(statusFault(429, "", { retryAfter }))).toBe(expected);
});

test("retry-after-ms is the more precise of the two headers", () => {
  expect(wait(statusFault(503, "", { retryAfterMs: "250", retryAfter: "9" }))).toBe(250);
  expect(wait(statusFault(503, "", { retryAfterMs: "junk", retryAfter: "9" }))).toBe(9_000);
});

test("the server's word on retries takes precedence over its status", () => {
  expect(wait(statusFault(429, "", { mayRetry: false }))).toBeNull();
  expect(wait(statusFault(400, "", { mayRetry: true }))).toBe(1_000);
  expect(wait(statusFault(429, "", { code: "insufficient_quota" }))).toBeNull();
});

test("without a header the pause doubles, and ends with the third retry", () => {
  const fault = statusFault(503, "");
  expect([0, 1, 2, 3].map((retries) => wait(fault, retries))).toEqual([1_000, 2_000, 4_000, null]);
  expect(nextTry(fault, { retries: 2, refusals: 0 }, { ...RULES, retryBaseMs: 1_000_000 }, NOW)?.waitMs).toBe(60_000);
});

test.each([
  [429, 0, 7, { waitMs: 60_000, tries: { retries: 0, refusals: 8 } }],
  [503, 3, 0, { waitMs: 8_000, tries: { retries: 3, refusals: 1 } }],
  [529, 3, 49, { waitMs: 60_000, tries: { retries: 3, refusals: 50 } }],
  [529, 0, 50, null],
  [500, 0, 7, { waitMs: 60_000, tries: { retries: 1, refusals: 7 } }],
  [500, 3, 0, null],
])("while others are answered, a %i after %i retries and %i refusals: %j", (status, retries, refusals, expected) => {
  expect(nextTry(statusFault(status, ""), { retries, refusals }, RULES, NOW, true)).toEqual(expected);
});

test("once no call is answered, all refusals count", () => {
  expect(nextTry(statusFault(429, ""), { retries: 0, refusals: 3 }, RULES, NOW, false)).toBeNull();
  expect(nextTry(statusFault(429, "", { code: "insufficient_quota" }), NO_TRIES, RULES, NOW, true)).toBeNull();
});
