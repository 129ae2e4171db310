import { expect, test } from "vitest";
import { runSideBySide, type TurnEnding } from "./side-by-side-run.ts";

test("a slot at the gates is free for others while the order whose turn it is asks", async () => {
  const told: string[] = [];
  let isChecked = (): void => {};
  const checked = new Promise<void>((resolve) => {
    isChecked = resolve;
  });
  await runSideBySide(
    {
      orders: [
        { id: "A", after: [], directly: [] },
        { id: "B", after: [], directly: [] },
      ],
    },
    () => ({ jobs: 2, gates: 1, speculate: "all", keepGoing: false }),
    () => false,
    {
      ask: async (order) => {
        told.push(`${order} is asked`);
        return { predicted: null };
      },
      check: async (order) => {
        told.push(`${order} is checked`);
        isChecked();
        return { kind: "proven", version: "1" };
      },
      finish: async (order, tell): Promise<TurnEnding> => {
        if (order === "A") {
          tell({ isAtGates: true, version: null, predicted: null });
          // Anything else that could proceed has had time to do so by then.
          await new Promise((resolve) => setImmediate(resolve));
          told.push("A leaves its gates");
          tell({ isAtGates: false, version: null, predicted: null });
          await checked;
        }
        told.push(`${order} lands`);
        return { kind: "landed", version: "1" };
      },
      drop: async () => {},
      leave: async () => {},
      cancel: () => {},
    },
  );
  expect(told).toEqual(["B is asked", "A leaves its gates", "B is checked", "A lands", "B lands"]);
});
