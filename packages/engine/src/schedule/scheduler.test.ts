import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Action, chainOf, nextActions, type OrderGraph, type OrderState } from "./scheduler.ts";

const starts = (actions: readonly Action[]) => actions.flatMap((each) => (each.kind === "start" ? [each.order] : []));
const stateOf = (states: Readonly<Record<string, OrderState>>) => new Map(Object.entries(states));

describe("one slot", () => {
  const chain = chainOf(["WO-01", "WO-02", "WO-03"]);
  test.each<[string, Readonly<Record<string, OrderState>>, readonly Action[]]>([
    ["starts with the first", { "WO-01": "waiting", "WO-02": "waiting", "WO-03": "waiting" }, [start("WO-01")]],
    ["waits for what is running", { "WO-01": "running", "WO-02": "waiting", "WO-03": "waiting" }, []],
    ["goes on in plan order", { "WO-01": "passed", "WO-02": "waiting", "WO-03": "waiting" }, [start("WO-02")]],
    ["ends at the first that fails", { "WO-01": "failed", "WO-02": "waiting", "WO-03": "waiting" }, [{ kind: "end" }]],
    ["ends when all have passed", { "WO-01": "passed", "WO-02": "passed", "WO-03": "passed" }, [{ kind: "end" }]],
  ])("%s", (_, states, actions) => {
    expect(nextActions(chain, stateOf(states), 1)).toEqual(actions);
  });

  test("starts nothing once a signal has come, and lets what is running end", () => {
    const running = stateOf({ "WO-01": "passed", "WO-02": "running", "WO-03": "waiting" });
    expect(nextActions(chain, running, 1, true)).toEqual([]);
    const waiting = stateOf({ "WO-01": "passed", "WO-02": "waiting", "WO-03": "waiting" });
    expect(nextActions(chain, waiting, 1, true)).toEqual([{ kind: "end" }]);
  });
});

test("several slots take the longest remaining path first", () => {
  const graph: OrderGraph = {
    orders: [
      { id: "A", after: [] },
      { id: "B", after: [] },
      { id: "C", after: ["B"] },
      { id: "D", after: ["C"] },
      { id: "E", after: [] },
    ],
  };
  const state = new Map(graph.orders.map(({ id }): [string, OrderState] => [id, "waiting"]));
  expect(starts(nextActions(graph, state, 2))).toEqual(["B", "A"]);
  expect(starts(nextActions(graph, state, 9))).toEqual(["B", "A", "E"]);
});

test("what failed lets others end, and nothing else begin", () => {
  const graph: OrderGraph = { orders: ["A", "B", "C"].map((id) => ({ id, after: [] })) };
  expect(nextActions(graph, stateOf({ A: "failed", B: "running", C: "waiting" }), 2)).toEqual([]);
  expect(nextActions(graph, stateOf({ A: "failed", B: "passed", C: "waiting" }), 2)).toEqual([{ kind: "end" }]);
});

/** A graph whose orders rest on some of those before them. */
const graphs = fc.array(fc.array(fc.nat(11), { maxLength: 3 }), { minLength: 1, maxLength: 12 }).map(
  (edges): OrderGraph => ({
    orders: edges.map((before, index) => ({
      id: `WO-${index}`,
      after: [...new Set(before.filter((each) => each < index))].map((each) => `WO-${each}`),
    })),
  }),
);

test("whatever ends when, everything runs once, after what it rests on, never more than there are slots", () => {
  fc.assert(
    fc.property(graphs, fc.integer({ min: 1, max: 5 }), fc.infiniteStream(fc.nat()), (graph, slots, choices) => {
      const state = new Map(graph.orders.map(({ id }): [string, OrderState] => [id, "waiting"]));
      const begun: string[] = [];
      for (;;) {
        const actions = nextActions(graph, state, slots);
        for (const id of starts(actions)) {
          const node = graph.orders.find((each) => each.id === id);
          expect(node?.after.every((before) => state.get(before) === "passed")).toBe(true);
          state.set(id, "running");
          begun.push(id);
        }
        const running = [...state].filter(([, each]) => each === "running").map(([id]) => id);
        expect(running.length).toBeLessThanOrEqual(slots);
        if (running.length === 0) break;
        const done = running[Number(choices.next().value) % running.length];
        if (done !== undefined) state.set(done, "passed");
      }
      expect([...begun].sort()).toEqual(graph.orders.map(({ id }) => id).sort());
      expect(nextActions(graph, state, slots)).toEqual([{ kind: "end" }]);
    }),
  );
});

function start(order: string): Action {
  return { kind: "start", order };
}
