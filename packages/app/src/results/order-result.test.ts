import type { OrderRun } from "@llmch/run";
import { expect, test } from "vitest";
import { stoppedRun } from "./order-result.ts";

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
