import type { EndedOrder, RunResult } from "@llmch/app";
import { expect, test } from "vitest";
import { endLine } from "./ending-lines.ts";

const run = (order: string, exitCode: number, stage: string | null = null) =>
  ({ order, verdict: exitCode === 0 ? "PASS" : exitCode === 1 ? "FAIL" : "ERROR", exitCode, stage }) as EndedOrder;

const lineOf = (runs: readonly EndedOrder[], skipped = 0, exitCode = Math.max(...runs.map((each) => each.exitCode))) =>
  endLine({ exitCode, counts: { orders: 6 + skipped } }, {
    orders: runs,
    verdict: runs.find(({ verdict }) => verdict !== "PASS")?.verdict ?? "PASS",
    evidence: runs.every(({ verdict }) => verdict === "PASS") ? { tests: 9, acceptance: 2, hidden: 1 } : null,
    skipped: Array.from({ length: skipped }, () => "WO-00"),
    branch: "work",
  } as unknown as RunResult);

const KEPT_GOING = [run("WO-01", 0), run("WO-02", 1, "verify_failed"), run("WO-03", 0), run("WO-05", 1)];

test.each([
  [[run("WO-01", 0)], 0, "PASS  1 of 6 orders  on work  9 tests, 2 checks, 1 hidden"],
  [[run("WO-01", 0)], 2, "PASS  3 of 8 orders (2 done before)  on work  9 tests, 2 checks, 1 hidden"],
  [KEPT_GOING, 0, "FAIL  2 of 6 orders passed; WO-02 failed (verify_failed), WO-05 failed  on work"],
  [
    [run("WO-01", 3, "model_unavailable")],
    0,
    "ERROR  0 of 6 orders passed; WO-01 ended in an error (model_unavailable)  on work",
  ],
  [[run("WO-01", 5)], 1, "ERROR  1 of 7 orders passed (1 done before); WO-01 was stopped by the budget  on work"],
  [[run("WO-01", 6)], 0, "WAITING  0 of 6 orders passed; WO-01 waits for your decision  on work"],
  [[run("WO-01", 0), run("WO-02", 130)], 0, "INTERRUPTED  1 of 6 orders passed; WO-02 was interrupted  on work"],
  [
    [1, 2, 3, 4].map((number) => run(`WO-0${number}`, 1)),
    0,
    "FAIL  0 of 6 orders passed; WO-01 failed, WO-02 failed, WO-03 failed, 1 more did not pass  on work",
  ],
] as const)("the last line says how many passed, and which did not: %#", (runs, skipped, line) => {
  expect(lineOf(runs, skipped)).toBe(line);
});

test("an order that was only interrupted because another failed is not named", () => {
  const runs = [run("WO-01", 1, "verify_failed"), run("WO-02", 130)];
  expect(lineOf(runs, 0, 1)).toContain("; WO-01 failed (verify_failed)  on");
});
