import { describe, expect, test } from "vitest";
import type { OrderDependencies } from "./order-dependencies.ts";
import { longestPath, waves } from "./order-waves.ts";

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
  test.each<[why: string, graph: readonly Pick<OrderDependencies, "id" | "directly">[], path: string[]]>([
    ["is the first of several", DIAMOND, ["a", "b", "d"]],
    ["is empty in an empty plan", [], []],
    ["passes over orders that are not in the graph", [{ id: "b", directly: ["a"] }], ["b"]],
  ])("%s", (_, graph, path) => {
    expect(longestPath(graph)).toEqual(path);
  });
});
