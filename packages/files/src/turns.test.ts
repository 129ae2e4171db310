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

test("work in turns gives the same result as at once", async () => {
  expect(atOnce(sumTo(1_000))).toBe(500_500);
  expect(await inTurns(sumTo(1_000))).toBe(500_500);
});

test("others get a turn before long work is over, and may stop it", async () => {
  const stop = new AbortController();
  setImmediate(() => stop.abort());
  await expect(inTurns(sumTo(Number.POSITIVE_INFINITY), stop.signal)).rejects.toThrow("interrupted");
});

test("a signal is noticed between two pieces of work", async () => {
  const stop = new AbortController();
  await breathe(stop.signal);
  stop.abort();
  await expect(breathe(stop.signal)).rejects.toThrow("interrupted");
  await breathe();
});
