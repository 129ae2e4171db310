import { expect, test } from "vitest";
import { meanReach, reachOf, WAVES } from "./reach.fixture.ts";

test("four jobs come near the least time that random plans could take", () => {
  expect(meanReach(50, 4).share).toBeGreaterThan(0.87);
});

test("eight jobs come near the longest path of five waves of eight orders", () => {
  expect(reachOf(WAVES, 8).share).toBeGreaterThan(0.95);
});

test("orders that fail use the same answers, whatever the number of jobs", () => {
  const [one, many] = [reachOf(WAVES, 1, 0.3), reachOf(WAVES, 8, 0.3)];
  expect(many.used).toEqual(one.used);
  expect(many.makespan).toBeLessThan(one.makespan / 2);
});

test("gates run once for each order, and once more for those that others wait for", () => {
  expect(reachOf(WAVES, 8).gated).toBeLessThanOrEqual(40 + 32);
  expect(reachOf(WAVES, 1).gated).toBe(40);
});
