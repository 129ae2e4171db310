import { expect, test } from "vitest";
import { orderCounterparts } from "./order-counterparts.ts";

test.each<[string, before: readonly string[], after: readonly string[], pairs: readonly string[]]>([
  ["the same id and title", ["1 a", "2 b"], ["1 a", "2 b"], ["1 a = 1 a", "2 b = 2 b"]],
  ["a new number", ["1 a", "2 b"], ["1 b"], ["1 b = 2 b"]],
  ["a new title", ["1 a"], ["1 b"], ["1 b = 1 a"]],
  ["both new", ["1 a"], ["2 b"], []],
  ["equal titles, of which the first goes", ["1 a", "2 a"], ["2 a"], ["2 a = 2 a"]],
  ["equal titles, of which one is renumbered", ["1 a", "2 a"], ["3 a", "2 a"], ["2 a = 2 a", "3 a = 1 a"]],
  ["a title that two have now", ["1 a"], ["2 a", "1 a"], ["1 a = 1 a"]],
  ["no title at all", ["1 ", "2 "], ["2 "], ["2 = 2"]],
])("%s", (_, before, after, pairs) => {
  const orderOf = (name: string) => {
    const [id = "", title = ""] = name.split(" ");
    return { id, ...(title === "" ? {} : { title }) };
  };
  const found = orderCounterparts(before.map(orderOf), after.map(orderOf));
  const named = [...found].map((pair) => pair.map((order) => Object.values(order).join(" ")).join(" = "));
  expect(named.sort()).toEqual(pairs);
});
