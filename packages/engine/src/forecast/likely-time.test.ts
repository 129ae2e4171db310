import { longestPath } from "@llmch/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { OrderGraph } from "../queue/queue.ts";
import { likelyTime, type OrderTime } from "./likely-time.ts";

const graphOf = (after: Readonly<Record<string, readonly string[]>>): OrderGraph => ({
  orders: Object.entries(after).map(([id, before]) => ({ id, after: before, directly: before })),
});
const FOUR = graphOf({ a: [], b: [], c: [], d: [] });
const CHAIN = graphOf({ a: [], b: ["a"], c: ["a", "b"] });
/** Only `d` is long, and it comes last. */
const LONG_LAST = graphOf({ a: [], b: [], c: [], d: [], e: ["d"] });

describe("the likely time", () => {
  test.each<
    [why: string, graph: OrderGraph, answers: number, gates: number, slots: [jobs: number, gates: number], time: number]
  >([
    ["of one after the other is all of it", FOUR, 5, 1, [1, 1], 24],
    ["of all at once is that of one, if their gates are", FOUR, 5, 1, [4, 4], 6],
    ["has to wait for gates", FOUR, 5, 1, [4, 1], 9],
    ["has to wait for jobs", FOUR, 5, 1, [2, 2], 12],
    ["of a chain is all of it", CHAIN, 5, 1, [8, 8], 18],
    ["begins with the longest path", LONG_LAST, 10, 0, [2, 2], 30],
    ["of nothing is none", graphOf({}), 5, 1, [4, 4], 0],
    ["of gates alone", FOUR, 0, 3, [8, 2], 6],
    ["of no time at all", FOUR, 0, 0, [8, 2], 0],
  ])("%s", (_, graph, answers, gates, [jobs, atGates], time) => {
    expect(likelyTime(graph, () => ({ answers, gates }), { jobs, gates: atGates })).toBe(time);
  });

  test("of a long chain does not need the full list of each order's dependencies", () => {
    let looks = 0;
    const orders = Array.from({ length: 500 }, (_, index) => ({
      id: `${index}`,
      directly: index === 0 ? [] : [`${index - 1}`],
      get after() {
        looks++;
        return Array.from({ length: index }, (_, before) => `${before}`);
      },
    }));
    expect(likelyTime({ orders }, () => ({ answers: 2, gates: 1 }), { jobs: 4, gates: 2 })).toBe(1_500);
    expect(looks).toBe(0);
  });

  test("is between the longest path and the total, and at most twice the optimum", () => {
    const times = fc.record({ answers: fc.nat(9), gates: fc.nat(3) });
    const orders = fc.array(fc.tuple(fc.array(fc.nat(9), { maxLength: 2 }), times), { minLength: 1, maxLength: 10 });
    fc.assert(
      fc.property(orders, fc.integer({ min: 1, max: 8 }), (given, jobs) => {
        const before: ReadonlySet<number>[] = [];
        for (const [index, [direct]] of given.entries())
          before.push(
            new Set(direct.filter((each) => each < index).flatMap((each) => [each, ...(before[each] ?? [])])),
          );
        const graph = graphOf(Object.fromEntries(before.map((each, index) => [index, [...each].map(String)])));
        const timeOf = (id: string): OrderTime => given[Number(id)]?.[1] ?? { answers: 0, gates: 0 };
        const whole = (id: string) => timeOf(id).answers + timeOf(id).gates;
        const all = given.reduce((sum, [, { answers, gates }]) => sum + answers + gates, 0);
        const path = longestPath(graph.orders, whole).reduce((sum, id) => sum + whole(id), 0);
        const found = likelyTime(graph, timeOf, { jobs, gates: jobs });
        expect(found).toBeGreaterThanOrEqual(Math.max(path, all / jobs));
        expect(found).toBeLessThanOrEqual(path + all / jobs);
        if (jobs === 1) expect(found).toBe(all);
      }),
      { numRuns: 300 },
    );
  });
});
