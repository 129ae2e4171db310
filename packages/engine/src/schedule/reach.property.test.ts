import { expect, test } from "vitest";
import { meanReach, reachOf, WAVES } from "./reach.fixture.ts";

test("four jobs come near the least time that random plans could take", () => {
  expect(meanReach(50, { jobs: 4, gates: 2, speculate: "all" }).share).toBeGreaterThan(0.91);
});

test("eight jobs come near the longest path of five waves of eight orders", () => {
  for (const speculate of ["none", "gates", "all"] as const)
    expect(reachOf(WAVES, { jobs: 8, gates: 1, speculate }).share).toBeGreaterThan(0.95);
});

test("orders that fail are asked again side by side", () => {
  const waves = (jobs: number) => reachOf(WAVES, { jobs, gates: 4, speculate: "all" }, 0.3);
  const [one, many] = [waves(1), waves(8)];
  expect(many.used).toEqual(one.used);
  // If asked one after the other, each question of an order beyond the first would take 5 s more.
  expect(many.makespan).toBeLessThan(25.5 + 0.6 * 5 * (many.asked - 40));
});

test("gates that take as long as answers run once per order, if orders are answered in plan order", () => {
  const waves = reachOf({ ...WAVES, gate: 5 }, { jobs: 8, gates: 4, speculate: "all" });
  expect(waves).toMatchObject({ gated: 40, makespan: 60 });
});
