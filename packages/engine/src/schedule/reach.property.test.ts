import { expect, test } from "vitest";
import { meanReach, reachOf, WAVES } from "./reach.fixture.ts";

test("four jobs come near the least time that random plans could take", () => {
  expect(meanReach(50, { jobs: 4, gates: 2, speculate: "all" }).share).toBeGreaterThan(0.91);
});

test("eight jobs come near the longest path of five waves of eight orders", () => {
  for (const speculate of ["none", "gates", "all"] as const)
    expect(reachOf(WAVES, { jobs: 8, gates: 1, speculate }).share).toBeGreaterThan(0.95);
});

test("gates that take as long as answers run once an order, if orders are answered in plan order", () => {
  const waves = reachOf({ ...WAVES, gate: 5 }, { jobs: 8, gates: 4, speculate: "all" });
  expect(waves).toMatchObject({ gated: 40, makespan: 60 });
});
