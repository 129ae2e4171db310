import { describe, expect, test } from "vitest";
import { childId, isPlannedOrderId, mayBeDivided, ORDER_ID, orderId } from "./order-id.ts";
import { workOrderViolations } from "./schema-judge.ts";

const idFaults = (id: string) => workOrderViolations({ id }).filter(({ pointer }) => pointer === "/id");

describe("an order's id", () => {
  test.each(["WO-01", "WO-10", "WO-100", orderId(7)])("%s is valid in a plan", (id) => {
    expect([isPlannedOrderId(id), idFaults(id)]).toEqual([true, []]);
  });

  test.each(["WO-03.2", "WO-03.10", "WO-03.2.1", "WO-100.1"])("%s is a child's id, and not valid in a plan", (id) => {
    expect([ORDER_ID.test(id), isPlannedOrderId(id), idFaults(id)]).toEqual([true, false, []]);
  });

  test.each(["WO-1", "WO-00", "WO-001", "WO-03.", "WO-03.0", "WO-03.02", "WO-03.a", "WO-.1", "WO-03..1", "WO-03.2 "])(
    "%j is not an id",
    (id) => {
      expect([ORDER_ID.test(id), isPlannedOrderId(id), idFaults(id).length]).toEqual([false, false, 1]);
    },
  );
});

test("children's ids extend their parent's, and a child's children may not be divided", () => {
  expect(childId(childId(orderId(3), 1), 2)).toBe("WO-03.1.2");
  expect(["WO-03", "WO-03.1", "WO-03.1.2"].map(mayBeDivided)).toEqual([true, true, false]);
});
