import type { PlanSource } from "@llmch/config";
import type { Diagnostic } from "@llmch/contract";
import { formatDiagnostic } from "@llmch/text";
import { expect, test } from "vitest";
import type { Console } from "../console/console.ts";
import { colorsFor } from "../console/paint.ts";
import { printDiagnostics } from "./print.ts";

const TEXT = '{\n  "id": "WO-01"\n}\n';
const SOURCE: PlanSource = {
  kind: "orders",
  orders: [
    { path: "/repo/wo/a.json", text: TEXT },
    { path: "/other/a.json", text: TEXT },
  ],
  manifest: null,
};

const wrong = (changes: Partial<Diagnostic> = {}): Diagnostic => ({
  code: "E001",
  wo_id: "WO-01",
  message: "id is wrong",
  field: "id",
  pointer: "/work_orders/0/id",
  ...changes,
});

/** What is printed to a console that takes whole lines. */
const printed = async (found: readonly Diagnostic[]): Promise<readonly string[]> => {
  const lines: string[] = [];
  const console: Pick<Console, "colors" | "error" | "diagnostic" | "stderr"> = {
    stderr: process.stderr,
    colors: colorsFor({ color: false }, {}, false),
    error: (line) => lines.push(line),
    diagnostic: (diagnostic) => lines.push(formatDiagnostic(diagnostic)),
  };
  printDiagnostics({ errors: found, warnings: [] }, SOURCE, console, "/repo");
  return lines;
};

test("a diagnostic is printed as its message, its place and its hint", async () => {
  expect(await printed([wrong()])).toEqual([
    "[E001] WO-01: id is wrong",
    " --> wo/a.json:2:9  id",
    "  |",
    '2 |   "id": "WO-01"',
    "  |         ^^^^^^^",
    "  = hint: number the orders WO-01, WO-02, … in list order",
    "",
    "`llmch explain E001` explains it",
  ]);
});

test("one without a place, and one in a file elsewhere", async () => {
  const lines = await printed([wrong({ code: "E202", pointer: "/orders" }), wrong({ pointer: "/work_orders/1/id" })]);
  expect(lines.slice(0, 2)).toEqual(["[E202] WO-01: id is wrong", " = hint: split the plan"]);
  expect(lines).toContain(" --> /other/a.json:2:9  id");
  expect(lines.at(-1)).toBe("`llmch explain CODE` explains each: E001, E202");
});

test("of very many only the first are shown with their places, and it says so", async () => {
  const many = Array.from({ length: 10_000 }, (_, index) => wrong({ message: `fault ${index}` }));
  const lines = await printed(many);
  expect(lines.filter((line) => line.startsWith("[E001] WO-01: fault "))).toHaveLength(10_000);
  expect(lines.filter((line) => line.includes("hint"))).toHaveLength(50);
  expect(lines.at(-2)).toBe("the places of the first 50 of 10000 diagnostics are shown");
});
