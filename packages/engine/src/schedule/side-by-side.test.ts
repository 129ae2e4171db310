import { describe, expect, test } from "vitest";
import { type Action, begin, goesOn, nextActions, type Slots } from "./side-by-side.ts";
import type { Fold, OrderGraph, OrderStanding, ScheduleState } from "./standing.ts";

const SLOTS: Slots = { jobs: 4, gates: 4, speculate: "all", keepGoing: false, isStopping: false };

/** A and C depend on nothing, B on A, and D on A, B and C. */
const GRAPH: OrderGraph = {
  orders: [
    { id: "A", after: [], directly: [] },
    { id: "B", after: ["A"], directly: ["A"] },
    { id: "C", after: [], directly: [] },
    { id: "D", after: ["A", "B", "C"], directly: ["A", "B", "C"] },
  ],
};

type Standings = Readonly<Record<string, OrderStanding>>;
const stateOf = (standings: Standings): ScheduleState => new Map(Object.entries(standings));

/** "A1 C1" is A and C, each with the first version of its changes. */
const on = (text: string): Fold =>
  text.split(" ").flatMap((each) => (each === "" ? [] : [{ order: each.slice(0, 1), version: each.slice(1) }]));
const landed = (version: string): OrderStanding => ({ kind: "landed", version });
const asking = (view: string): OrderStanding => ({ kind: "asking", view: on(view), version: null });
const answered = (view: string, predicted: string | null = null): OrderStanding => ({
  ...{ kind: "answered", view: on(view), version: null, predicted, isFresh: false },
});
const fresh = (view: string): OrderStanding => ({
  ...{ kind: "answered", view: on(view), version: null, predicted: null, isFresh: true },
});
const checking = (view: string, fold: string, version: string | null = null): OrderStanding => ({
  ...{ kind: "checking", view: on(view), fold: on(fold), version, predicted: null },
});
const proven = (version: string, view: string, fold: string): OrderStanding => ({
  ...{ kind: "proven", version, view: on(view), fold: on(fold) },
});
const refuted = (view: string, fold: string): OrderStanding => ({ kind: "refuted", view: on(view), fold: on(fold) });
const finishing = (
  version: string | null = null,
  isAtGates = false,
  predicted: string | null = null,
): OrderStanding => ({
  ...{ kind: "finishing", version, predicted, isAtGates },
});
const failed: OrderStanding = { kind: "failed" };

const finish = (order: string): Action => ({ kind: "finish", order });
const ask = (order: string, view = ""): Action => ({ kind: "ask", order, view: on(view) });
const check = (order: string, fold = ""): Action => ({ kind: "check", order, fold: on(fold) });
const drop = (order: string): Action => ({ kind: "drop", order });
const leave = (order: string): Action => ({ kind: "leave", order });
const end: Action = { kind: "end" };

type Row = readonly [string, Standings, Partial<Slots>, readonly Action[]];
const rows = (title: string, table: readonly Row[]) =>
  describe(title, () => {
    test.each(table)("%s", (_, standings, slots, actions) => {
      expect(nextActions(GRAPH, stateOf(standings), { ...SLOTS, ...slots })).toEqual(actions);
    });
  });

rows("one job", [
  ["begins with the first", {}, { jobs: 1 }, [finish("A")]],
  ["waits for what is running", { A: finishing() }, { jobs: 1 }, []],
  ["goes on in plan order", { A: landed("1") }, { jobs: 1 }, [finish("B")]],
  ["ends once all have landed", all(landed("1")), { jobs: 1 }, [end]],
]);

rows("fewer worktrees than jobs", [
  [
    "the last that waits at its gates gives its own back",
    { A: finishing("1"), B: answered("A1"), C: answered("") },
    { jobs: 1, worktrees: 2 },
    [drop("C")],
  ],
  [
    "all do, if there is but one",
    { A: finishing("1"), B: answered("A1"), C: answered("") },
    { jobs: 1, worktrees: 1 },
    [drop("C"), drop("B")],
  ],
  ["none that runs does", { A: finishing("1"), B: asking("A1"), C: asking("") }, { jobs: 1, worktrees: 1 }, []],
  ["nobody does, if they suffice", { A: finishing(), C: answered("") }, { jobs: 1, worktrees: 2 }, []],
]);

rows("several jobs", [["ask what rests on nothing beside the first", {}, {}, [finish("A"), ask("C")]]]);

rows("questions", [
  ["wait for a free slot", { A: finishing() }, { jobs: 1 }, []],
  [
    "have the view of what they rest on alone",
    { A: landed("1"), B: finishing("1"), C: landed("2") },
    {},
    [ask("D", "A1 B1 C2")],
  ],
  ["are not asked on what is only answered", { A: landed("1"), B: finishing(null, true, "1"), C: landed("2") }, {}, []],
  [
    "are not asked on what has not landed, but with all",
    { A: landed("1"), B: finishing("1"), C: landed("2") },
    { speculate: "gates" },
    [],
  ],
]);

rows("gates", [
  [
    "run on the candidates before the order",
    { A: landed("1"), B: finishing("1"), C: answered("") },
    {},
    [check("C", "A1 B1")],
  ],
  [
    "run on nothing that was asked on what is missing",
    { A: finishing(), B: proven("1", "A1", "A1"), C: answered("") },
    {},
    [check("C")],
  ],
  ["wait a moment for what the fold lacks", { A: landed("1"), B: asking("A1"), C: fresh("") }, {}, []],
  [
    "wait no moment if nothing is lacking",
    { A: landed("1"), B: answered("A1", "2"), C: fresh("") },
    {},
    [finish("B"), check("C", "A1 B2")],
  ],
  ["run on as many as are there", { A: landed("1"), B: finishing(), C: answered("") }, {}, [check("C", "A1")]],
  [
    "run on what is answered before the order, if one can tell what that leaves",
    { A: finishing(null, true, "1"), C: answered("") },
    {},
    [check("C", "A1")],
  ],
  [
    "run again on what is answered, once the fold is whole",
    { A: landed("1"), B: answered("A1", "2"), C: proven("1", "", "A1"), D: asking("") },
    { gates: 2 },
    [finish("B"), check("C", "A1 B2")],
  ],
  ["wait for a slot", { A: landed("1"), B: finishing(null, true), C: answered("") }, { gates: 1 }, []],
  ["wait for the order's turn without speculation", { A: finishing(), C: answered("") }, { speculate: "none" }, []],
  [
    "run again once the fold is whole",
    { A: landed("1"), B: finishing("1"), C: proven("1", "", "A1") },
    {},
    [ask("D", "A1 B1 C1"), check("C", "A1 B1")],
  ],
  ["do not run again while the fold is not", { A: landed("1"), B: finishing(), C: proven("1", "", "") }, {}, []],
  [
    "do not run again on the same fold",
    { A: landed("1"), B: finishing("1"), C: proven("1", "", "A1 B1"), D: asking("A1 B1 C1") },
    {},
    [],
  ],
]);

rows("the turn of an order", [
  [
    "comes whatever the slots",
    { A: landed("1"), B: proven("1", "A1", "A1"), C: asking("") },
    { jobs: 1 },
    [finish("B")],
  ],
  ["waits while it is asked", { A: landed("1"), B: asking("A1"), C: asking("") }, {}, []],
  ["waits while its gates run", { A: landed("1"), B: checking("A1", ""), C: asking("") }, {}, []],
  ["comes after its gates have failed", { A: landed("1"), B: refuted("A1", ""), C: asking("") }, {}, [finish("B")]],
]);

rows("gates that failed beside work that is gone by now", [
  ["run again, early", { A: finishing(null, true, "2"), C: refuted("", "A1") }, {}, [drop("C"), ask("C")]],
  [
    "count for the order's turn while that work is there",
    { A: finishing(null, true, "1"), C: refuted("", "A1") },
    {},
    [],
  ],
  ["count once it has passed", { A: landed("1"), B: asking("A1"), C: refuted("", "A1") }, {}, []],
]);

const EARLIER = proven("1", "", "");

rows("the worktree beyond the jobs", [
  [
    "serves gates that run again",
    { A: landed("1"), B: finishing("1"), C: EARLIER, D: asking("A1 B1 C1") },
    { jobs: 2 },
    [check("C", "A1 B1")],
  ],
  ["is one", { A: checking("", "", "1"), B: finishing("1"), C: EARLIER, D: asking("A1 B1 C1") }, { jobs: 2 }, []],
  [
    "keeps no question waiting",
    { A: landed("1"), B: finishing("1"), C: landed("1") },
    { jobs: 2 },
    [ask("D", "A1 B1 C1")],
  ],
  [
    "serves the order whose turn it is",
    { A: landed("1"), B: refuted("A1", ""), C: asking(""), D: asking("") },
    { jobs: 2 },
    [finish("B")],
  ],
  [
    "serves that order once it is free",
    { A: refuted("", ""), C: checking("", "", "1"), D: asking("A1"), B: asking("A1") },
    { jobs: 2 },
    [],
  ],
]);

rows("what was asked on changes that are others by now", [
  [
    "is forgotten, and asked again",
    { A: landed("1"), B: finishing("1"), C: landed("2"), D: proven("1", "A1 B1 C1", "A1 B1 C1") },
    {},
    [drop("D"), ask("D", "A1 B1 C2")],
  ],
  ["ends first", { A: landed("1"), B: finishing("1"), C: landed("2"), D: asking("A1 B1 C1") }, {}, []],
  [
    "gives its worktree back while a change is missing",
    { A: landed("1"), B: finishing(), C: landed("1"), D: answered("A1 B1 C1") },
    {},
    [drop("D")],
  ],
  [
    "is kept without a worktree while a change is missing",
    { A: landed("1"), B: finishing(), C: landed("1"), D: proven("1", "A1 B1 C1", "A1 B1 C1") },
    {},
    [],
  ],
]);

rows("a failed order", [
  ["ends the run", { A: failed }, {}, [end]],
  ["lets what is running end", { A: failed, C: asking("") }, {}, []],
  ["leaves out what rests on it, with keep-going", { A: failed }, { keepGoing: true }, [leave("B"), finish("C")]],
  [
    "leaves out what rests on it through others",
    { A: failed, B: { kind: "left" }, C: landed("1") },
    { keepGoing: true },
    [leave("D"), end],
  ],
  ["is in no fold", { A: landed("1"), B: failed, C: proven("1", "", "A1") }, { keepGoing: true }, [finish("C")]],
]);

rows("a signal", [
  ["begins nothing", { A: landed("1"), C: asking("") }, { isStopping: true }, []],
  ["ends the run once nothing is running", { A: landed("1"), C: answered("") }, { isStopping: true }, [end]],
]);

test("the longest remaining path is asked first, then plan order", () => {
  const after: Readonly<Record<string, readonly string[]>> = { A: [], B: [], C: [], D: ["C"], E: ["C", "D"], F: [] };
  const graph: OrderGraph = {
    orders: Object.entries(after).map(([id, each]) => ({ id, after: each, directly: each })),
  };
  expect(nextActions(graph, new Map(), { ...SLOTS, jobs: 3 })).toEqual([finish("A"), ask("C"), ask("B")]);
});

describe("an order whose gates have failed early", () => {
  const C = checking("", "A1");
  test.each<readonly [string, Standings, Partial<Slots>, boolean]>([
    ["is asked again at once", { A: finishing("1"), C }, {}, true],
    ["also if its fold is another by now", { A: finishing(), C }, {}, true],
    ["not once a signal has come", { A: finishing("1"), C }, { isStopping: true }, false],
    ["not without speculation", { A: finishing("1"), C }, { speculate: "none" }, false],
    ["not if its turn has come", { A: landed("1"), C: finishing(null, true) }, {}, false],
  ])("%s", (_, standings, slots, expected) => {
    expect(goesOn(GRAPH, stateOf(standings), { ...SLOTS, ...slots }, "C")).toBe(expected);
  });

  test("is asked only on what has landed, if so configured", () => {
    const on = (standing: OrderStanding) => stateOf({ A: standing, B: checking("A1", "A1") });
    const slots = { ...SLOTS, speculate: "gates" } as const;
    expect(goesOn(GRAPH, on(landed("1")), slots, "B")).toBe(true);
    expect(goesOn(GRAPH, on(finishing("1")), slots, "B")).toBe(false);
    expect(goesOn(GRAPH, on(landed("2")), SLOTS, "B")).toBe(false);
  });

  test("stays a candidate if it has passed before, until its answer arrives", () => {
    const state = stateOf({ A: landed("1"), C: { kind: "asking", view: [], version: "1" } });
    expect(nextActions(GRAPH, state, SLOTS)).toEqual([finish("B")]);
    const answer: OrderStanding = {
      ...{ kind: "answered", view: [], version: "1", predicted: "1", isFresh: false },
    };
    expect(begin(stateOf({ C: answer }), [check("C", "A1")]).get("C")).toMatchObject({ version: "1", predicted: "1" });
  });
});

test("what passed early stays a candidate while its gates run again, and at its turn", () => {
  const state = stateOf({ C: proven("1", "", "") });
  expect(begin(state, [check("C", "A1")]).get("C")).toEqual(checking("", "A1", "1"));
  expect(begin(state, [finish("C")]).get("C")).toEqual(finishing("1", true));
  expect(begin(stateOf({}), [finish("C")]).get("C")).toEqual(finishing());
  expect(begin(stateOf({ C: answered("", "1") }), [finish("C")]).get("C")).toEqual(finishing(null, true, "1"));
});

function all(standing: OrderStanding): Standings {
  return Object.fromEntries(GRAPH.orders.map(({ id }) => [id, standing]));
}

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
  const slots: Slots = { jobs: 4, gates: 2, speculate: "all", keepGoing: false, isStopping: false };
  expect(nextActions({ orders }, state, slots)).toEqual([finish("10")]);
  expect(new Set(looks)).toEqual(new Set(["10"]));
});
