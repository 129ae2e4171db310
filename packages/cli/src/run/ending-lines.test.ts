import type { RunDrawing } from "@llmch/app";
import type { OrderRun } from "@llmch/run";
import { expect, test } from "vitest";
import { endLine, waitLines } from "./ending-lines.ts";

const run = (orderId: string, exitCode: number, stage?: string) =>
  ({
    orderId,
    verdict: exitCode === 0 ? "PASS" : exitCode === 1 ? "FAIL" : "ERROR",
    exitCode,
    brief: stage === undefined ? null : { stage },
  }) as OrderRun;

const needs: Record<string, readonly string[]> = { "WO-04": ["WO-02"] };
const drawing = (runs: readonly OrderRun[], keep_going = false, skipped = 0) =>
  ({
    kind: "run-all",
    ending: {
      runs,
      brief: null,
      verdict: runs.find(({ verdict }) => verdict !== "PASS")?.verdict ?? "PASS",
      exitCode: Math.max(...runs.map(({ exitCode }) => exitCode)),
      evidence: runs.every(({ verdict }) => verdict === "PASS") ? { tests: 9, acceptance: 2, hidden: 1 } : null,
    },
    config: { keep_going },
    orders: [1, 2, 3, 4, 5, 6].map((number) => ({
      id: `WO-0${number}`,
      title: "",
      needs: needs[`WO-0${number}`] ?? [],
    })),
    planned: 6 + skipped,
    skipped,
    branch: "work",
  }) as unknown as RunDrawing;

const KEPT_GOING = [run("WO-01", 0), run("WO-02", 1, "verify_failed"), run("WO-03", 0), run("WO-05", 1)];

test("a run that kept going has a line for each order that it did not begin", () => {
  expect(waitLines(drawing(KEPT_GOING, true))).toEqual(["WAIT  WO-04  needs WO-02", "WAIT  WO-06  not reached"]);
  expect(waitLines(drawing(KEPT_GOING))).toEqual([]);
  expect(waitLines(drawing([run("WO-01", 0)], true))).toEqual([]);
});

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
  expect(endLine(drawing(runs, false, skipped))).toBe(line);
});

test("an order that was only interrupted because another failed is not named", () => {
  const ended = { ...drawing([run("WO-01", 1, "verify_failed"), run("WO-02", 130)]) };
  expect(endLine({ ...ended, ending: { ...ended.ending, exitCode: 1 } })).toContain(
    "; WO-01 failed (verify_failed)  on",
  );
});
