import { atOnce } from "@llmch/contract";
import { expect, test } from "vitest";
import { breathe, inTurns } from "./turns.ts";

function* sumTo(most: number) {
  let sum = 0;
  for (let number = 1; number <= most; number++) {
    yield;
    sum += number;
  }
  return sum;
}

test("work in turns comes to what it comes to at once", async () => {
  expect(atOnce(sumTo(1_000))).toBe(500_500);
  expect(await inTurns(sumTo(1_000))).toBe(500_500);
});

test("others have their turn before long work is over, and may end it", async () => {
  const stop = new AbortController();
  setImmediate(() => stop.abort());
  await expect(inTurns(sumTo(Number.POSITIVE_INFINITY), stop.signal)).rejects.toThrow("interrupted");
});

test("between two pieces of work a signal is seen", async () => {
  const stop = new AbortController();
  await breathe(stop.signal);
  stop.abort();
  await expect(breathe(stop.signal)).rejects.toThrow("interrupted");
  await breathe();
});
