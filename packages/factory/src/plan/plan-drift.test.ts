import { workOrder } from "@llmch/testkit";
import { expect, test } from "vitest";
import { planDrift, plannedFiles } from "./plan-drift.ts";

const order = (id: string, allowed_files: string[], context_files: string[] = [], planner_run_id = "P1") =>
  workOrder({ id, allowed_files, context_files, provenance: { planner_run_id } });

const ORDERS = [order("WO-01", ["a"]), order("WO-02", ["b"], ["a", "read.md"])];
const own = (...paths: string[]) => ({ plans: ["P1"], paths });
const foreign = (...paths: string[]) => ({ plans: [], paths });
const A = { path: "a", orders: ["WO-01", "WO-02"] };
const B = { path: "b", orders: ["WO-02"] };

test.each([
  ["nothing differs", [], [], []],
  ["a file of no order", ["c"], [foreign("c")], []],
  ["an allowed file", ["b"], [foreign("b")], [B]],
  ["a context file", ["read.md"], [foreign("read.md")], [{ path: "read.md", orders: ["WO-02"] }]],
  ["a file of two orders", ["a", "b"], [foreign("a"), foreign("b", "c")], [A, B]],
  ["the plan's own work", ["a", "b"], [own("a"), own("b")], []],
  ["the plan's own work, and another's on the same file", ["a", "b"], [own("a", "b"), foreign("a")], [A]],
  ["another plan's work", ["a"], [{ plans: ["P2"], paths: ["a"] }], [A]],
  ["a squashed commit of the plan", ["a"], [{ plans: ["P1", "P1"], paths: ["a"] }], []],
  ["a squashed commit of two plans", ["a"], [{ plans: ["P1", "P2"], paths: ["a"] }], [A]],
  ["a change that no commit tells of", ["a"], [], [A]],
])("%s", (_, paths, commits, drift) => {
  expect(planDrift(ORDERS, { paths, commits })).toEqual(drift);
});

test("each order expects only its own plan's commits, and one without a plan expects none", () => {
  const orders = [order("WO-01", ["a"], [], "P1"), order("WO-02", ["a"], [], "P2"), workOrder({ id: "WO-03" })];
  const withoutPlan = workOrder({ id: "WO-04", allowed_files: ["a"], provenance: {} });
  const drift = planDrift([...orders, withoutPlan], { paths: ["a"], commits: [own("a")] });
  expect(drift).toEqual([{ path: "a", orders: ["WO-02", "WO-04"] }]);
});

test("lists the files of an order once each, as git names them", () => {
  expect(plannedFiles(order("WO-01", ["./a", "b//c"], ["a", "d"]))).toEqual(["a", "b/c", "d"]);
});
