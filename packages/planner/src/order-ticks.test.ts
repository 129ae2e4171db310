import { expect, test } from "vitest";
import { orderTicks } from "./order-ticks.ts";

const box = (line: number) => ({ path: "specs/001/tasks.md", line, sha256: "0".repeat(64) });
const sentence = (...orders: readonly string[]) => ({ text: "", orders });

test("a box is ticked by the last order that fulfils its demand", () => {
  const sentences = [sentence("B", "A"), sentence("A"), sentence(), sentence("C"), sentence("B", "X")];
  const ticks = orderTicks({ sentences, strays: [] }, ["A", "B", "C"], [box(1), box(2), box(3), null, box(5)]);
  expect(ticks.map((each) => each.map(({ line }) => line))).toEqual([[2], [1, 5], []]);
});

test("demands beyond the boxes tick nothing", () => {
  expect(orderTicks({ sentences: [sentence("A")], strays: [] }, ["A"], [])).toEqual([[]]);
});
