import { expect, test } from "vitest";
import { runTasks } from "./run-tasks.ts";
import { chainOf, type OrderGraph } from "./scheduler.ts";

const INDEPENDENT: OrderGraph = { orders: ["A", "B", "C"].map((id) => ({ id, after: [] })) };

test("one slot runs a chain in order, and nothing after the first that fails", async () => {
  const ran: string[] = [];
  const run = async (id: string) => {
    ran.push(id);
    return id !== "WO-02";
  };
  await runTasks(chainOf(["WO-01", "WO-02", "WO-03"]), { slots: 1, isStopping: () => false, run });
  expect(ran).toEqual(["WO-01", "WO-02"]);
});

test("two slots hold two at once, and a third begins as soon as one has ended", async () => {
  const open = new Map<string, () => void>();
  const most: number[] = [];
  const run = (id: string) =>
    new Promise<boolean>((resolve) => {
      open.set(id, () => {
        open.delete(id);
        resolve(true);
      });
      most.push(open.size);
      if (id === "B") open.get("B")?.();
      if (id === "C") for (const end of [...open.values()]) end();
    });
  await runTasks(INDEPENDENT, { slots: 2, isStopping: () => false, run });
  expect(most).toEqual([1, 2, 2]);
});

test("what throws ends the schedule, once the others that were running have ended", async () => {
  const ended: string[] = [];
  const run = async (id: string) => {
    if (id === "A") throw new Error("full");
    await Promise.resolve();
    ended.push(id);
    return true;
  };
  const running = runTasks(INDEPENDENT, { slots: 2, isStopping: () => false, run });
  await expect(running).rejects.toThrow("full");
  expect(ended).toEqual(["B"]);
});
