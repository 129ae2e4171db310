import type { OrderRun } from "@llmch/run";
import { expect, test } from "vitest";
import { leftLines } from "./ending-lines.ts";

const run = (orderId: string, verdict: OrderRun["verdict"], stage?: string): OrderRun =>
  ({
    orderId,
    verdict,
    exitCode: verdict === "PASS" ? 0 : 1,
    brief: stage === undefined ? null : { stage },
  }) as OrderRun;
const ending = {
  runs: [run("WO-01", "PASS"), run("WO-02", "FAIL", "verify_failed"), run("WO-03", "PASS"), run("WO-05", "ERROR")],
  left: ["WO-04"],
};

const ids = ["WO-01", "WO-02", "WO-03", "WO-04", "WO-05", "WO-06"];

test("a run that kept going says what failed, what was left out and what it did not reach", () => {
  expect(leftLines(ending, { keep_going: true }, ids)).toEqual([
    "left:",
    "  WO-02  FAIL, verify_failed",
    "  WO-05  ERROR",
    "  WO-04  left out: it depends on one that failed",
    "  WO-06  not reached",
  ]);
});

test("a run that stopped at the first failure, or had none, has no such list", () => {
  expect(leftLines(ending, {}, ids)).toEqual([]);
  expect(leftLines({ runs: [run("WO-01", "PASS")], left: [] }, { keep_going: true }, ["WO-01"])).toEqual([]);
});
