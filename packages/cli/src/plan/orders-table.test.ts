import pc from "picocolors";
import { expect, test } from "vitest";
import { plannedOrders } from "../../../app/src/runs/results/planned-orders.ts";
import { ordersTable } from "./orders-table.ts";

const page = (width: number) => ({
  width,
  colors: pc.createColors(false),
  measure: { width: (text: string) => text.length, cut: (text: string) => text },
});

test("an order depends on all orders whose files it needs", async () => {
  const orders = await plannedOrders([
    { id: "WO-01", title: "One", allowed_files: ["a", 7] },
    { id: "WO-02", allowed_files: ["b"], context_files: ["a"] },
    { id: "WO-03", title: "Three", allowed_files: [], context_files: ["b", "a"] },
    "no order",
  ]);
  expect(orders).toEqual([
    { id: "WO-01", title: "One", files: ["a"], after: [] },
    { id: "WO-02", title: "", files: ["b"], after: ["WO-01"] },
    { id: "WO-03", title: "Three", files: [], after: ["WO-01", "WO-02"] },
  ]);
});

test("a table as wide as the terminal cuts nothing: text that does not fit continues below, in its column", async () => {
  const order = {
    id: "WO-01",
    title: "Count the words of a text, and tell how long it takes to read them",
    files: ["src/reading/minutes.js", "test/reading/minutes.test.js", "README.md"],
    after: ["WO-02", "WO-03", "WO-04"],
  };
  const lines = await ordersTable([order, { ...order, title: "\u001b[31mred", files: [], after: [] }], page(72));
  expect(lines.filter((line) => line.length > 72)).toEqual([]);
  expect(lines.slice(0, 3)).toEqual([
    "ORDER  TITLE             FILES                          AFTER",
    "WO-01  Count the words   src/reading/minutes.js,        WO-02, WO-03,",
    "       of a text, and    test/reading/minutes.test.js,  WO-04",
  ]);
  expect(lines.join(" ").replace(/\s+/g, " ")).toContain("README.md");
  expect(lines.at(-1)).toMatch(/^WO-01 {2}\S*red\s+- +-$/);
});
