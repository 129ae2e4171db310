import { once } from "node:events";
import { expect, test } from "vitest";
import { startTimeLimit } from "./time-limit.ts";

const never = new AbortController().signal;

test("when the time is up the signal fires, and the limit is reported", async () => {
  const time = startTimeLimit(never, 1, 59_999);
  await once(time.signal, "abort");
  expect(time.reached()).toEqual({ limit: "minutes", cap: 1, spent: 1, needed: 0 });
  time.close();
});

test("time used up before leaves none", async () => {
  const time = startTimeLimit(never, 1, 90_000);
  await once(time.signal, "abort");
  expect(time.reached()).toMatchObject({ spent: 1.5 });
  time.close();
});

test("an interrupt is passed on, and is not a limit", () => {
  const interrupt = new AbortController();
  const time = startTimeLimit(interrupt.signal, 1, 0);
  expect(time.signal.aborted).toBe(false);
  interrupt.abort();
  expect([time.signal.aborted, time.reached()]).toEqual([true, null]);
  time.close();
  expect(startTimeLimit(interrupt.signal, null, 0).signal.aborted).toBe(true);
});

test.each([null, 100_000])("with a limit of %j minutes nothing fires by itself", async (minutes) => {
  const time = startTimeLimit(never, minutes, 0);
  await new Promise((done) => setTimeout(done, 20));
  expect([time.signal.aborted, time.reached()]).toEqual([false, null]);
  time.close();
});
