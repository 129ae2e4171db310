import fc from "fast-check";
import { expect, test } from "vitest";
import { hashOf, simulate, type World } from "./simulation.fixture.ts";
import type { OrderGraph } from "./standing.ts";

/** A graph whose orders rest on some of those before them, and on what these rest on. */
const graphs = fc
  .array(fc.array(fc.nat(9), { maxLength: 3 }), { minLength: 1, maxLength: 10 })
  .map((edges): OrderGraph => {
    const before: ReadonlySet<number>[] = [];
    for (const [index, direct] of edges.entries())
      before.push(new Set(direct.filter((each) => each < index).flatMap((each) => [each, ...(before[each] ?? [])])));
    return {
      orders: before.map((each, index) => ({ id: `${index}`, after: [...each].sort((a, b) => a - b).map(String) })),
    };
  });

/** A share of the hash of a text, from 0 to 1. */
const chance = (seed: number, text: string) => hashOf(`${seed} ${text}`) / 2 ** 32;

const worlds = fc
  .record({
    ...{ seed: fc.nat(), times: fc.nat(), attempts: fc.integer({ min: 1, max: 3 }) },
    ...{
      unusable: fc.constantFrom(0, 0.2),
      failing: fc.constantFrom(0, 0.1, 0.4),
      clashing: fc.constantFrom(0, 0.1, 0.3),
    },
  })
  .map(
    ({ seed, times, attempts, unusable, failing, clashing }): World => ({
      attempts,
      answerTime: (request) => 1 + 9 * chance(times, request),
      gateTime: (tree) => 5 * chance(times, tree),
      isUsable: (request) => chance(seed, request) >= unusable,
      // Changes may fail by themselves, or beside those of one other order.
      passes: (order, version, fold) =>
        chance(seed, `${order} ${version}`) >= failing &&
        fold.every((each) => chance(seed, `${version} ${each.version}`) >= clashing / Math.max(1, fold.length)),
    }),
  );

test("any number of jobs and any speculation come to what one order after the other comes to, and end", () => {
  const runs = { jobs: [2, 4, 8], speculate: ["none", "gates", "all"] } as const;
  fc.assert(
    fc.property(graphs, worlds, fc.boolean(), fc.integer({ min: 1, max: 8 }), (graph, world, keepGoing, gates) => {
      const slots = { gates, keepGoing, isStopping: false };
      const one = simulate(graph, { ...slots, jobs: 1, speculate: "all" }, world);
      expect(one.asked).toBe(new Set(one.used).size);
      for (const jobs of runs.jobs)
        for (const speculate of runs.speculate) {
          const many = simulate(graph, { ...slots, jobs, speculate }, world);
          expect({ endings: many.endings, used: many.used }).toEqual({ endings: one.endings, used: one.used });
          expect(many.open).toBeLessThanOrEqual(jobs + 1);
          expect(many.atGates).toBeLessThanOrEqual(gates);
        }
    }),
    { numRuns: 2_000 },
  );
});
