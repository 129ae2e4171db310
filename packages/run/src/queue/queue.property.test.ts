import type { OrderDependencies } from "@llmch/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { graphOf } from "./reach.fixture.ts";
import { hashOf, simulate, type World } from "./simulation.fixture.ts";

/** A graph whose orders depend on some of those before them, and on their dependencies. */
const graphs = fc
  .array(fc.array(fc.nat(7), { maxLength: 3 }), { minLength: 1, maxLength: 8 })
  .map((direct) => graphOf(direct.map((before, index) => before.filter((each) => each < index))));

/** A number from 0 to 1, from the hash of a text. */
const chance = (seed: number, text: string) => hashOf(`${seed} ${text}`) / 2 ** 32;

const worlds = fc
  .record({
    ...{ seed: fc.nat(), times: fc.nat(), attempts: fc.integer({ min: 1, max: 3 }) },
    ...{
      unusable: fc.constantFrom(0, 0.2),
      failing: fc.constantFrom(0, 0.1, 0.4),
      clashing: fc.constantFrom(0, 0.1, 0.3),
      told: fc.constantFrom("what failed", "where it failed"),
    },
  })
  .map(
    ({ seed, times, attempts, unusable, failing, clashing, told }): World => ({
      attempts,
      answerTime: (request) => 1 + 9 * chance(times, request),
      gateTime: (tree) => 5 * chance(times, tree),
      isUsable: (request) => chance(seed, request) >= unusable,
      brief: (order, version, base) => {
        const isOwn = chance(seed, `${order} ${version}`) < failing;
        return told === "what failed" && isOwn ? "" : base;
      },
      // Changes may fail by themselves, or together with those of one other order.
      passes: (order, version, base) =>
        chance(seed, `${order} ${version}`) >= failing &&
        base.split(",").every((each) => chance(seed, `${version} ${each}`) >= clashing / base.split(",").length),
    }),
  );

const limits = fc.record({
  keepGoing: fc.boolean(),
  isStopping: fc.constant(false),
  onLandedAlone: fc.boolean(),
});

test("any number of jobs ends with the same result as one order after the other", () => {
  fc.assert(
    fc.property(graphs, worlds, limits, (graph, world, slots) => {
      const one = simulate(graph, { ...slots, jobs: 1 }, world);
      expect(one.asked).toBe(new Set(one.used).size);
      const came = new Map(one.endings.map((ending) => [ending.split(" ")[0], ending.split(" ")[1]]));
      const isRight = ({ id, after }: OrderDependencies) =>
        !came.has(id) || (came.get(id) === "left") === after.some((before) => came.get(before) !== "landed");
      expect(graph.orders.every(isRight)).toBe(true);
      for (const jobs of [2, 4, 8]) {
        const { endings, used, open } = simulate(graph, { ...slots, jobs }, world);
        const isWithin = open <= jobs + 1;
        expect({ endings, used, isWithin }).toEqual({ endings: one.endings, used: one.used, isWithin: true });
      }
    }),
    { numRuns: 2_000 },
  );
});

test("if nothing fails, nothing is asked in vain, and no gates run more than twice", () => {
  fc.assert(
    fc.property(graphs, worlds, limits, fc.integer({ min: 2, max: 8 }), (graph, world, slots, jobs) => {
      const many = simulate(graph, { ...slots, jobs }, { ...world, isUsable: () => true, passes: () => true });
      expect(many.asked).toBe(graph.orders.length);
      expect(many.gated).toBeLessThanOrEqual(2 * graph.orders.length);
    }),
    { numRuns: 500 },
  );
});

test("if people decide what lands, nothing is asked on work that has not landed", () => {
  fc.assert(
    fc.property(graphs, worlds, fc.integer({ min: 2, max: 8 }), (graph, world, jobs) => {
      const slots = { keepGoing: true, isStopping: false, onLandedAlone: true };
      const many = simulate(graph, { ...slots, jobs }, world);
      expect(many.asked).toBe(new Set(many.used).size);
      const one = simulate(graph, { ...slots, jobs: 1 }, world);
      // No guess is judged before its turn: nobody may build on it.
      expect(many.gated).toBe(one.gated);
    }),
    { numRuns: 1_000 },
  );
});
