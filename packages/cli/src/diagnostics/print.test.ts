import { type Diagnostic, formatDiagnostic } from "@llmch/contract";
import type { Located, PlanSource } from "@llmch/engine/text";
import { expect, test } from "vitest";
import type { Console } from "../console/console.ts";
import { colorsFor } from "../console/paint.ts";
import { printDiagnostics } from "./print.ts";

const TEXT = '{\n  "id": "WO-01"\n}\n';
const SOURCE: PlanSource = {
  kind: "orders",
  orders: [{ path: "/repo/wo/a.json", text: TEXT }],
  manifest: null,
};

const located = (changes: Partial<Diagnostic> = {}, path = "/repo/wo/a.json"): Located => ({
  diagnostic: { code: "E001", wo_id: "WO-01", message: "id is wrong", field: "id", ...changes },
  place: { path, region: { line: 2, column: 9, endColumn: 16 } },
});

/** What is printed to a console that takes lines as they come. */
const printed = (found: readonly Located[]): readonly string[] => {
  const lines: string[] = [];
  const console: Pick<Console, "colors" | "error" | "diagnostic" | "stderr"> = {
    stderr: process.stderr,
    colors: colorsFor({ color: false }, {}, false),
    error: (line) => lines.push(line),
    diagnostic: (diagnostic) => lines.push(formatDiagnostic(diagnostic)),
  };
  printDiagnostics(found, SOURCE, console, "/repo");
  return lines;
};

test("a diagnostic is printed as its message, its place and its hint", () => {
  expect(printed([located()])).toEqual([
    "[E001] WO-01: id is wrong",
    " --> wo/a.json:2:9  id",
    "  |",
    '2 |   "id": "WO-01"',
    "  |         ^^^^^^^",
    "  = hint: number the orders WO-01, WO-02, … in list order",
    "",
    "`llmch explain E001` says more of it",
  ]);
});

test("one without a place, and one in a file elsewhere", () => {
  const lines = printed([{ ...located({ code: "E202" }), place: null }, located({}, "/other/a.json")]);
  expect(lines.slice(0, 2)).toEqual(["[E202] WO-01: id is wrong", " = hint: split the plan"]);
  expect(lines).toContain(" --> /other/a.json:2:9  id");
  expect(lines.at(-1)).toBe("`llmch explain CODE` says more of each: E001, E202");
});

test("of very many the first are shown with their places, and that is said", () => {
  const many = Array.from({ length: 10_000 }, (_, index) => located({ message: `fault ${index}` }));
  const lines = printed(many);
  expect(lines.filter((line) => line.startsWith("[E001] WO-01: fault "))).toHaveLength(10_000);
  expect(lines.filter((line) => line.includes("hint"))).toHaveLength(50);
  expect(lines.at(-2)).toBe("the places of the first 50 of 10000 diagnostics are shown");
});
