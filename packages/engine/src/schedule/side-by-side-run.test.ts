import { expect, test } from "vitest";
import { runSideBySide, type TurnEnding } from "./side-by-side-run.ts";

test("a place at the gates is free for others while the order whose turn it is asks", async () => {
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
        return true;
      },
      check: async (order) => {
        told.push(`${order} is checked`);
        isChecked();
        return { kind: "proven", version: "1" };
      },
      finish: async (order, atGates): Promise<TurnEnding> => {
        if (order === "A") {
          atGates(true);
          // Whatever else could go on has had its time by then.
          await new Promise((resolve) => setImmediate(resolve));
          told.push("A leaves its gates");
          atGates(false);
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
