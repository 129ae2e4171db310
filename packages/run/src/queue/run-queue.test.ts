import { expect, test } from "vitest";
import { type OrderRunner, runQueue } from "./run-queue.ts";

const GRAPH = {
  orders: [
    { id: "A", after: [], directly: [] },
    { id: "B", after: [], directly: [] },
    { id: "C", after: ["B"], directly: ["B"] },
  ],
};
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Carries out the graph, where an order's turn takes until `turn` settles, and says what happened. */
const told = async (turn: (order: string) => Promise<boolean>, more: Partial<OrderRunner> = {}) => {
  const said: string[] = [];
  const ended = runQueue(GRAPH, { jobs: 2, keepGoing: false }, () => false, {
    turn: async (order) => {
      said.push(`${order} has its turn`);
      return (await turn(order)) ? { kind: "landed", version: order } : { kind: "failed", endsAll: false };
    },
    early: async (order, wantsVerdict) => {
      said.push(`${order} is asked${wantsVerdict() ? ", and awaited" : ""}`);
      return order;
    },
    leave: async () => {},
    cancel: () => said.push("the rest is aborted"),
    ...more,
  });
  await ended.catch((fault: Error) => said.push(fault.message));
  return said;
};

test("others are asked while an order has its turn, and orders end in plan order", async () => {
  const said = await told(async (order) => {
    for (let wait = 0; order === "A" && wait < 5; wait++) await settled();
    return true;
  });
  expect(said).toEqual([
    ...["A has its turn", "B is asked, and awaited", "C is asked", "B has its turn", "C has its turn"],
  ]);
});

test("a failure ends the run, and aborts what is running", async () => {
  const said = await told(async () => false);
  expect(said).toEqual(["A has its turn", "B is asked, and awaited", "the rest is aborted"]);
});

test("a fault is thrown once nothing is running any more", async () => {
  let isRunning = true;
  const early = async () => {
    await settled();
    isRunning = false;
    return null;
  };
  const turn = async () => {
    throw new Error("a full disk");
  };
  expect(await told(turn, { early })).toEqual(["A has its turn", "the rest is aborted", "a full disk"]);
  expect(isRunning).toBe(false);
});
