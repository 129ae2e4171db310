import { describe, expect, it } from "vitest";
import { orderEdges } from "./order-edges.ts";
import { orderGraph } from "./order-graph.ts";

const order = (id: string, writes: string[], needs: string[] = []) => ({ id, writes, needs });

describe("orderEdges", () => {
  it.each([
    ["orders that share nothing", [order("WO-01", ["a"]), order("WO-02", ["b"])], []],
    [
      "a file that an earlier order gives",
      [order("WO-01", ["a"]), order("WO-02", ["b"], ["a"])],
      [{ from: "WO-01", to: "WO-02", needs: ["a"], writes: [] }],
    ],
    [
      "a file that both may write",
      [order("WO-01", ["a"]), order("WO-02", ["a"])],
      [{ from: "WO-01", to: "WO-02", needs: [], writes: ["a"] }],
    ],
    [
      "the last of several givers",
      [order("WO-01", ["a"]), order("WO-02", ["a"]), order("WO-03", ["c"], ["a"])],
      [
        { from: "WO-01", to: "WO-02", needs: [], writes: ["a"] },
        { from: "WO-02", to: "WO-03", needs: ["a"], writes: [] },
      ],
    ],
    [
      "an order that says so, with and without a file",
      [
        order("WO-01", ["a"]),
        order("WO-02", ["b"], ["a"]),
        { ...order("WO-03", ["c"], ["a"]), dependsOn: ["WO-01", "WO-02"] },
      ],
      [
        { from: "WO-01", to: "WO-02", needs: ["a"], writes: [] },
        { from: "WO-01", to: "WO-03", needs: ["a"], writes: [], said: true },
        { from: "WO-02", to: "WO-03", needs: [], writes: [], said: true },
      ],
    ],
    [
      "an order that names itself, a later one or none",
      [{ ...order("WO-01", ["a"]), dependsOn: ["WO-01", "WO-02", "WO-07"] }, order("WO-02", ["b"])],
      [],
    ],
    ["a file of its own", [order("WO-01", ["a"], ["a"])], []],
    ["a file that only a later order gives", [order("WO-01", ["b"], ["a"]), order("WO-02", ["a"])], []],
    [
      "several files and reasons, sorted",
      [order("WO-01", ["b", "a"]), order("WO-02", ["b", "c"], ["b", "a"])],
      [{ from: "WO-01", to: "WO-02", needs: ["a", "b"], writes: ["b"] }],
    ],
  ])("%s", (_, orders, edges) => {
    expect(orderEdges(orders)).toEqual(edges);
  });
});

describe("orderGraph", () => {
  it("reads preconditions and context files as needed, allowed files and postconditions as provided", () => {
    const graph = orderGraph([
      { id: "WO-01", title: "first", allowed_files: ["a"], postconditions: [{ kind: "file_exists", path: "b" }] },
      {
        id: "WO-02",
        title: "second",
        preconditions: [
          { kind: "file_exists", path: "a" },
          { kind: "file_absent", path: "b" },
        ],
      },
      { id: "WO-03", title: "third", context_files: ["b"] },
    ]);
    expect(graph.orders.map(({ title }) => title)).toEqual(["first", "second", "third"]);
    expect(graph.edges.map(({ from, to, needs }) => [from, to, ...needs])).toEqual([
      ["WO-01", "WO-02", "a"],
      ["WO-01", "WO-03", "b"],
    ]);
  });

  it("ignores malformed parts", () => {
    const graph = orderGraph([null, { id: 7, allowed_files: "a", preconditions: [1, { path: "a" }] }, []]);
    expect(graph).toEqual({
      orders: [
        { id: "index-0", title: "" },
        { id: "index-1", title: "" },
        { id: "index-2", title: "" },
      ],
      edges: [],
    });
  });

  it("adds edges for commands, folders and changes to the whole repo, unless other edges imply them", () => {
    const graph = orderGraph([
      { id: "WO-01", allowed_files: [".gitignore"] },
      { id: "WO-02", allowed_files: ["src/a.js"] },
      { id: "WO-03", allowed_files: ["b"], acceptance_commands: ["node src/a.js"] },
      { id: "WO-04", allowed_files: ["c"], acceptance_commands: [{ command: "cat src/a.js" }], context_files: ["b"] },
      { id: "WO-05", allowed_files: ["src"] },
      { id: "WO-06", verify_exempt: true },
      { id: "WO-07", depends_on: ["WO-06"] },
    ]);
    const none = { needs: [], writes: [] };
    expect(graph.edges).toEqual([
      { from: "WO-01", to: "WO-02", ...none, by: "repo" },
      { from: "WO-02", to: "WO-03", ...none, by: "command" },
      { from: "WO-03", to: "WO-04", needs: ["b"], writes: [] },
      { from: "WO-02", to: "WO-05", needs: [], writes: ["src"] },
      { from: "WO-01", to: "WO-06", ...none, by: "repo" },
      { from: "WO-06", to: "WO-07", ...none, said: true },
    ]);
  });

  it("distinguishes orders with the same id", () => {
    const same = { id: "WO-01", allowed_files: ["a"] };
    expect(orderGraph([same, same]).edges).toEqual([{ from: "WO-01", to: "WO-01", needs: [], writes: ["a"] }]);
  });
});
