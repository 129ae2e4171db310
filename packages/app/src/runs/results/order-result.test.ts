import type { OrderRun } from "@llmch/run";
import { expect, test } from "vitest";
import { stoppedRun, waitLines } from "./order-result.ts";

const run = (orderId: string, verdict: OrderRun["verdict"], stage?: string): OrderRun =>
  ({
    orderId,
    verdict,
    exitCode: verdict === "PASS" ? 0 : 1,
    brief: stage === undefined ? null : { stage },
  }) as OrderRun;
const runs = [run("WO-01", "PASS"), run("WO-02", "FAIL", "verify_failed"), run("WO-03", "PASS"), run("WO-05", "ERROR")];

test("a run-all stopped at the error that ended it, or else at the first failure", () => {
  const [first, second] = [run("WO-01", "FAIL", "verify_failed"), run("WO-02", "FAIL", "objected")];
  expect(stoppedRun([first, second])).toBe(first);
  expect(stoppedRun(runs)?.orderId).toBe("WO-05");
  expect(stoppedRun([run("WO-01", "PASS")])).toBeUndefined();
});

test("a run that kept going has a line for each order that it did not begin", () => {
  const orders = [1, 2, 3, 4, 5, 6, 7].map((number) => {
    const directly = number === 4 ? ["WO-01", "WO-02", "WO-07"] : [];
    return { id: `WO-0${number}`, after: directly, directly };
  });
  const pending = new Set(["WO-01", "WO-02", "WO-03", "WO-04", "WO-05", "WO-06"]);
  expect(waitLines({ orders }, pending, runs)).toEqual(["WAIT  WO-04  needs WO-02", "WAIT  WO-06  not reached"]);
});
