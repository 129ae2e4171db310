import { isJsonObject, type JsonValue } from "@llmch/text";
import { describe, expect, test } from "vitest";
import { readOrder } from "./order-reading.ts";
import { planGraph } from "./plan-graph.ts";

interface Files {
  readonly needs?: readonly string[];
  readonly shows?: readonly string[];
  readonly writes: readonly string[];
}

const readings = (orders: readonly Files[]) =>
  orders.map(({ needs = [], shows = [], writes }, index) => {
    const json: JsonValue = {
      preconditions: needs.map((path) => ({ kind: "file_exists", path })),
      context_files: [...shows],
      allowed_files: [...writes],
    };
    return readOrder(isJsonObject(json) ? json : {}, index);
  });

/** `later<earlier: files` for every order that conflicts with another. */
const crossings = (orders: readonly Files[]): readonly string[] => {
  const read = readings(orders);
  const graph = planGraph(read);
  return read.flatMap((order) =>
    [...graph.unorderedWrites(order)].map(([path, writer]) => `${order.label}<${writer.label}: ${path}`),
  );
};

describe("orders that write one file", () => {
  test.each<[string, readonly Files[], readonly string[]]>([
    ["cross where nothing is needed", [{ writes: ["a", "r"] }, { writes: ["b", "r"] }], ["index-1<index-0: r"]],
    ["do not where the later requires it", [{ writes: ["r"] }, { needs: ["r"], writes: ["r"] }], []],
    ["do not where the later is shown it", [{ writes: ["r"] }, { shows: ["r"], writes: ["r"] }], []],
    ["do not where another file is needed", [{ writes: ["a", "r"] }, { needs: ["a"], writes: ["r"] }], []],
    [
      "do not where a chain of needed files leads back",
      [{ writes: ["a", "r"] }, { needs: ["a"], writes: ["b"] }, { shows: ["b"], writes: ["r"] }],
      [],
    ],
    [
      "cross where the chain is one of files that both write",
      [{ writes: ["a", "r"] }, { writes: ["a", "b"] }, { needs: ["b"], writes: ["r"] }],
      ["index-1<index-0: a", "index-2<index-0: r"],
    ],
    [
      "are compared with the last before",
      [{ writes: ["r"] }, { needs: ["r"], writes: ["r"] }, { writes: ["r"] }],
      ["index-2<index-1: r"],
    ],
  ])("%s", (_, orders, expected) => {
    expect(crossings(orders)).toEqual(expected);
  });

  test("are searched for up to a bound, beyond which they count as ordered", () => {
    const pairs = Array.from({ length: 1_000 }, (_, index) => `r${index}`);
    const chain = Array.from({ length: 2_000 }, (_, index) => ({
      needs: index === 0 ? [] : [`c${index - 1}`],
      writes: [`c${index}`],
    }));
    const found = crossings([
      ...pairs.map((path) => ({ writes: [path] })),
      ...chain,
      ...pairs.map((path) => ({ needs: ["c1999"], writes: [path] })),
    ]);
    expect(found.length).toBeGreaterThan(100);
    expect(found.length).toBeLessThan(1_000);
  });
});

test("an order is built on if a later one needs or writes its file", () => {
  const read = readings([{ writes: ["a"] }, { writes: ["b"] }, { needs: ["a"], writes: ["c"] }, { writes: ["b"] }]);
  const graph = planGraph(read);
  expect(read.map((order) => graph.isBuiltOn(order))).toEqual([true, true, false, false]);
});
