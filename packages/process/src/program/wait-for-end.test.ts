import { stat } from "node:fs/promises";
import { expect, onTestFinished, test } from "vitest";
import { untilDrained } from "./wait-for-end.ts";

test("output that arrived while the loop was blocked is read, however long that was", async () => {
  let isRead = false;
  const waited = untilDrained(
    stat(import.meta.filename).then(() => {
      isRead = true;
    }),
  );
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
  await waited;
  expect(isRead).toBe(true);
});

test("output that never comes is not waited for", async () => {
  const late = new Promise((resolve) => {
    // It also keeps the event loop alive.
    const timer = setTimeout(resolve, 20_000, "still waiting");
    onTestFinished(() => clearTimeout(timer));
  });
  const ended = untilDrained(new Promise(() => {})).then(() => "ended");
  expect(await Promise.race([ended, late])).toBe("ended");
});
