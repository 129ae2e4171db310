import { describe, expect, test } from "vitest";
import type { OrderDependencies } from "./order-dependencies.ts";
import { longestPath, remainingPaths, waves } from "./order-waves.ts";

const DIAMOND: readonly Pick<OrderDependencies, "id" | "directly">[] = [
  { id: "a", directly: [] },
  { id: "b", directly: ["a"] },
  { id: "c", directly: ["a"] },
  { id: "d", directly: ["a", "b", "c"] },
  { id: "e", directly: [] },
];

test("waves group orders by the number of waves that must come before", () => {
  expect(waves(DIAMOND)).toEqual([["a", "e"], ["b", "c"], ["d"]]);
  expect(waves([])).toEqual([]);
});

describe("the longest path", () => {
  test.each<
    [
      why: string,
      graph: readonly Pick<OrderDependencies, "id" | "directly">[],
      weights: Readonly<Record<string, number>>,
      path: string[],
    ]
  >([
    ["counts orders, and is the first of several", DIAMOND, {}, ["a", "b", "d"]],
    ["goes by weights", DIAMOND, { c: 3 }, ["a", "c", "d"]],
    ["may be one heavy order", DIAMOND, { e: 9 }, ["e"]],
    ["is empty in an empty plan", [], {}, []],
    ["passes over orders that are not in the graph", [{ id: "b", directly: ["a"] }], {}, ["b"]],
  ])("%s", (_, graph, weights, path) => {
    expect(longestPath(graph, (id) => weights[id] ?? 1)).toEqual(path);
  });
});

test("each order's remaining path is the heaviest one", () => {
  const weights: Readonly<Record<string, number>> = { a: 1, b: 5, c: 2, d: 3, e: 4 };
  expect([...remainingPaths(DIAMOND, (id) => weights[id] ?? 0)]).toEqual([
    ["a", 9],
    ["b", 8],
    ["c", 5],
    ["d", 3],
    ["e", 4],
  ]);
  expect(remainingPaths(DIAMOND).get("a")).toBe(3);
});
