import { describe, expect, test } from "vitest";
import { begin, isAwaited, nextSteps, type OrderGraph, type OrderTurn, type QueueStep, type Slots } from "./queue.ts";

const SLOTS: Slots = { jobs: 4, keepGoing: false, isStopping: false };

/** A and C depend on nothing, B on A, and D on A, B and C. */
const GRAPH: OrderGraph = {
  orders: [
    { id: "A", after: [], directly: [] },
    { id: "B", after: ["A"], directly: ["A"] },
    { id: "C", after: [], directly: [] },
    { id: "D", after: ["A", "B", "C"], directly: ["A", "B", "C"] },
  ],
};

type Standings = Readonly<Record<string, OrderTurn>>;
const stateOf = (standings: Standings) => new Map(Object.entries(standings));

const landed = (version: string): OrderTurn => ({ kind: "landed", version });
const early = (view: string): OrderTurn => ({ kind: "early", view });
const tried = (view: string, version: string | null = null): OrderTurn => ({ kind: "tried", view, version });
const turn = (version: string | null = null): OrderTurn => ({ kind: "turn", version });
const FAILED: OrderTurn = { kind: "failed" };
const all = (standing: OrderTurn): Standings => Object.fromEntries(GRAPH.orders.map(({ id }) => [id, standing]));

const take = (order: string): QueueStep => ({ kind: "turn", order });
const ask = (order: string, view = ""): QueueStep => ({ kind: "early", order, view });
const leave = (order: string): QueueStep => ({ kind: "leave", order });
const END: QueueStep = { kind: "end" };

type Row = readonly [string, Standings, Partial<Slots>, readonly QueueStep[]];
const rows = (title: string, table: readonly Row[]) =>
  describe(title, () => {
    test.each(table)("%s", (_, standings, slots, steps) => {
      expect(nextSteps(GRAPH, stateOf(standings), { ...SLOTS, ...slots })).toEqual(steps);
    });
  });

rows("one job", [
  ["begins with the first", {}, { jobs: 1 }, [take("A")]],
  ["waits for what is running", { A: turn() }, { jobs: 1 }, []],
  ["goes on in plan order", { A: landed("1") }, { jobs: 1 }, [take("B")]],
  ["ends once all have landed", all(landed("1")), { jobs: 1 }, [END]],
]);

rows("several jobs", [
  ["ask what depends on nothing beside the first", {}, {}, [take("A"), ask("C")]],
  ["are as many orders at once", { A: turn(), C: early("") }, { jobs: 2 }, []],
  ["ask on what has landed", { A: landed("1"), B: turn("2"), C: landed("3") }, {}, [ask("D", "1 2 3")]],
  ["ask on what has been tried", { A: turn("1"), C: early("") }, {}, [ask("B", "1")]],
  ["do not ask on what has only been answered", { A: turn(), C: tried("") }, {}, []],
  ["ask in plan order", { A: turn("1") }, { jobs: 2 }, [ask("B", "1")]],
]);

rows("the turn of an order", [
  ["comes whatever the jobs", { A: landed("1"), C: early("") }, { jobs: 1 }, [take("B")]],
  ["waits while it is worked on", { A: landed("1"), B: early("1"), C: tried("") }, {}, []],
  ["comes after it was tried", { A: landed("1"), B: tried("1"), C: tried("") }, {}, [take("B")]],
]);

rows("what was asked on changes that are others by now", [
  ["is asked again", { A: landed("1"), B: turn("1"), C: landed("2"), D: tried("1 1 1", "1") }, {}, [ask("D", "1 1 2")]],
  ["stays while they are the same", { A: landed("1"), B: turn("1"), C: landed("2"), D: tried("1 1 2") }, {}, []],
  ["ends first", { A: landed("1"), B: turn("1"), C: landed("2"), D: early("1 1 1") }, {}, []],
  ["waits while one is missing", { A: landed("1"), B: turn(), C: landed("1"), D: tried("1 1 1") }, {}, []],
]);

rows("a failed order", [
  ["ends the run", { A: FAILED }, {}, [END]],
  ["lets what is running end", { A: FAILED, C: early("") }, {}, []],
  ["leaves out what rests on it, with keep-going", { A: FAILED }, { keepGoing: true }, [leave("B"), take("C")]],
  [
    "leaves out what rests on it through others",
    { A: FAILED, B: { kind: "left" }, C: landed("1") },
    { keepGoing: true },
    [leave("D"), END],
  ],
]);

rows("a signal", [
  ["begins nothing", { A: landed("1"), C: early("") }, { isStopping: true }, []],
  ["ends the run once nothing is running", { A: landed("1"), C: tried("") }, { isStopping: true }, [END]],
]);

test("what was tried stays a version until the order's turn has ended", () => {
  const state = begin(stateOf({ C: tried("", "1") }), [take("C")]);
  expect(state.get("C")).toEqual(turn("1"));
  expect(begin(stateOf({}), [take("C")]).get("C")).toEqual(turn());
});

test("a verdict is awaited only if something builds on the order, and its turn is not next", () => {
  const state = stateOf({ A: landed("1"), B: turn() });
  expect(isAwaited(GRAPH, state, "C")).toBe(true);
  expect(isAwaited(GRAPH, state, "D")).toBe(false);
  expect(isAwaited(GRAPH, state, "B")).toBe(false);
});

test("if a direct dependency of an order is missing, its other dependencies are not examined", () => {
  const looks: string[] = [];
  const id = (index: number) => `${index}`;
  const orders = Array.from({ length: 20 }, (_, index) => ({
    id: id(index),
    directly: index === 0 ? [] : [id(index - 1)],
    get after() {
      looks.push(id(index));
      return Array.from({ length: index }, (_, before) => id(before));
    },
  }));
  const state = new Map(orders.slice(0, 10).map((each) => [each.id, landed("1")]));
  expect(nextSteps({ orders }, state, SLOTS)).toEqual([take("10")]);
  expect(new Set(looks)).toEqual(new Set(["10"]));
});
