import { workOrder } from "@llmch/testkit";
import { expect, test } from "vitest";
import { type Choice, chosenOrders } from "./chosen-orders.ts";

const ORDERS = ["WO-01", "WO-02", "WO-03", "WO-04"].map((id) => ({ order: workOrder({ id }) }));
const chosen = (choice: Choice) => {
  const result = chosenOrders(ORDERS, choice);
  return result.ok ? result.value.map(({ order }) => order.id) : result.issues[0].message;
};

test.each<[Choice, readonly string[] | string]>([
  [{}, ["WO-01", "WO-02", "WO-03", "WO-04"]],
  [{ only: ["WO-04", "WO-02"] }, ["WO-02", "WO-04"]],
  [{ from: "WO-03" }, ["WO-03", "WO-04"]],
  [{ until: "WO-02" }, ["WO-01", "WO-02"]],
  [{ from: "WO-02", until: "WO-02" }, ["WO-02"]],
  [{ from: "WO-02", only: ["WO-01", "WO-04"] }, ["WO-04"]],
  [{ only: ["WO-07"] }, "WO-07 is not in the plan"],
  [{ from: "wo-02" }, "wo-02 is not in the plan"],
  [{ from: "WO-03", until: "WO-01" }, "no order is selected"],
])("%j", (choice, expected) => {
  expect(chosen(choice)).toEqual(expected);
});
