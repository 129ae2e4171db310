import { describe, expect, test } from "vitest";
import { checkOrders } from "./check-orders.ts";
import { noPython, order, simplePython } from "./plan.fixture.ts";

describe("checkOrders", () => {
  test("accepts orders regardless of their place in a chain", () => {
    const documents = [order(7), order(3, { verify_exempt: true })];
    const check = checkOrders(documents, { python: noPython });
    expect(check.errors).toEqual([]);
    expect(check.orders.map(({ json }) => json)).toEqual(documents);
    expect(check.orders.map((checked) => checked.order.verify_exempt)).toEqual([false, true]);
  });

  test("adds optional members to the order, but not to its JSON", () => {
    const { orders } = checkOrders(
      [order(1, { title: " Add ", preconditions: undefined, postconditions: undefined })],
      {
        python: noPython,
      },
    );
    expect(orders[0]?.order).toMatchObject({ title: "Add", preconditions: [], postconditions: [] });
    expect(Object.keys(orders[0]?.json ?? {})).not.toContain("preconditions");
  });

  test("judges each order by itself: id, schema, E003 to E007", () => {
    const { errors, orders } = checkOrders(
      [
        order(1, { id: "WO-1" }),
        order(2, { forbidden: "none" }),
        order(3, { context_files: ["*"] }),
        order(4, { acceptance_commands: ["a | b", "echo 'a", "python -c '!!'", ""] }),
        order(5),
        5,
        order(6, {
          postconditions: [{ kind: "file_exists", path: "elsewhere" }],
          acceptance_commands: ["bash scripts/verify.sh"],
        }),
      ],
      { python: () => simplePython },
    );
    expect(errors.map(({ code, wo_id }) => `${code} ${wo_id}`)).toEqual([
      "E001 WO-1",
      "E005 WO-02",
      "E004 WO-03",
      "E005 WO-03",
      "E003 WO-04",
      "E006 WO-04",
      "E007 WO-04",
      "E201 WO-04",
      "E000 index-5",
    ]);
    expect(orders.map(({ json }) => json.id)).toEqual(["WO-05", "WO-06"]);
  });

  test("rejects a child of an order, although the schema allows it", () => {
    const { errors, orders } = checkOrders([order(1, { id: "WO-01.2" })], { python: noPython });
    expect(errors.map(({ code, wo_id }) => `${code} ${wo_id}`)).toEqual(["E001 WO-01.2"]);
    expect(orders).toEqual([]);
  });

  test("rejects no order because of a plan's warnings", () => {
    const weak = order(1, {
      allowed_files: [..."abcde", ".env"],
      acceptance_commands: ["true", "node $HOME/none.js", "bash none.sh"],
    });
    expect(checkOrders([weak], { python: noPython })).toMatchObject({ errors: [], orders: [{ json: weak }] });
  });
});
