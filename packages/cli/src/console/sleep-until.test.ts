import { expect, it } from "vitest";
import { sleepUntil } from "./sleep-until.ts";

it("resolves once the time has come, at once if it is past, and with false on a signal", async () => {
  const { signal } = new AbortController();
  expect(await sleepUntil(new Date(0), signal)).toBe(true);
  const until = new Date(Date.now() + 30);
  expect(await sleepUntil(until, signal)).toBe(true);
  expect(Date.now()).toBeGreaterThanOrEqual(until.getTime());
  const ending = new AbortController();
  const ended = sleepUntil(new Date(Date.now() + 3_600_000), ending.signal);
  ending.abort();
  expect(await ended).toBe(false);
});
