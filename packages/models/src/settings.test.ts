import { expect, test } from "vitest";
import { missingKey, transportSettings } from "./settings.ts";

test("a key alone is enough", () => {
  expect(transportSettings({ OPENAI_API_KEY: " sk-1\n" })).toEqual({
    ok: true,
    value: {
      apiKey: "sk-1",
      baseUrl: "https://api.openai.com/v1",
      retryBaseMs: 1_000,
      pollIntervalMs: 2_000,
      connectMs: 10_000,
      idleMs: 120_000,
      totalMs: { planner: 1_800_000, factory: 600_000 },
    },
  });
});

test("address and times come from the environment", () => {
  const env = {
    OPENAI_API_KEY: "EMPTY",
    OPENAI_BASE_URL: "http://127.0.0.1:8080/v1",
    LLMCH_RETRY_BASE_MS: "0",
    LLMCH_POLL_INTERVAL_MS: "2",
    LLMCH_IDLE_TIMEOUT_MS: "3",
    LLMCH_TOTAL_TIMEOUT_MS: "4",
  };
  expect(transportSettings(env)).toMatchObject({
    value: {
      baseUrl: "http://127.0.0.1:8080/v1",
      retryBaseMs: 0,
      pollIntervalMs: 2,
      idleMs: 3,
      totalMs: { planner: 4, factory: 4 },
    },
  });
});

test.each([
  ["no key", {}, "no-key"],
  ["a blank key", { OPENAI_API_KEY: "  " }, "no-key"],
  ["a key that no header can hold", { OPENAI_API_KEY: "sk-secret\r\nx: y" }, "no-key"],
  ["an address without a scheme", { OPENAI_API_KEY: "k", OPENAI_BASE_URL: "localhost:8080" }, "usage"],
  ["an address of another scheme", { OPENAI_API_KEY: "k", OPENAI_BASE_URL: "file:///etc/passwd" }, "usage"],
  ["a time in words", { OPENAI_API_KEY: "k", LLMCH_RETRY_BASE_MS: "fast" }, "usage"],
  ["a time below nothing", { OPENAI_API_KEY: "k", LLMCH_IDLE_TIMEOUT_MS: "-1" }, "usage"],
  ["a time without end", { OPENAI_API_KEY: "k", LLMCH_TOTAL_TIMEOUT_MS: "9999999999" }, "usage"],
])("%s is refused", (_, env, code) => {
  const settings = transportSettings(env);
  expect(settings).toMatchObject({ ok: false, issues: [{ code }] });
  expect(JSON.stringify(settings)).not.toContain("secret");
});

test("a missing key is said by itself", () => {
  expect(missingKey({})?.code).toBe("no-key");
  expect(missingKey({ OPENAI_API_KEY: "k" })).toBeNull();
});
