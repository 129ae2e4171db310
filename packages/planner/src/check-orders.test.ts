import { describe, expect, test } from "vitest";
import { checkOrders } from "./check-orders.ts";
import { noPython, order, simplePython } from "./plan.fixture.ts";

describe("checkOrders", () => {
  test("takes orders without regard to their place in a chain", () => {
    const documents = [order(7), order(3, { verify_exempt: true })];
    const check = checkOrders(documents, { python: noPython });
    expect(check.errors).toEqual([]);
    expect(check.orders.map(({ json }) => json)).toEqual(documents);
    expect(check.orders.map((checked) => checked.order.verify_exempt)).toEqual([false, true]);
  });

  test("gives the order with what may be left out, and its JSON without", () => {
    const { orders } = checkOrders(
      [order(1, { title: " Add ", preconditions: undefined, postconditions: undefined })],
      { python: noPython },
    );
    expect(orders[0]?.order).toMatchObject({ title: "Add", preconditions: [], postconditions: [] });
    expect(Object.keys(orders[0]?.json ?? {})).not.toContain("preconditions");
  });

  test("judges each by itself: id, schema, E003 to E007", () => {
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

  test("carries out no child of an order, which the schema knows", () => {
    const { errors, orders } = checkOrders([order(1, { id: "WO-01.2" })], { python: noPython });
    expect(errors.map(({ code, wo_id }) => `${code} ${wo_id}`)).toEqual(["E001 WO-01.2"]);
    expect(orders).toEqual([]);
  });

  test("refuses no order for what a plan is only warned of", () => {
    const weak = order(1, {
      allowed_files: [..."abcde", ".env"],
      acceptance_commands: ["true", "node $HOME/none.js", "bash none.sh"],
    });
    expect(checkOrders([weak], { python: noPython })).toMatchObject({ errors: [], orders: [{ json: weak }] });
  });
});
