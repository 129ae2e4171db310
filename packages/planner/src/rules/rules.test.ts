import { readdirSync, readFileSync } from "node:fs";
import { DIAGNOSTIC_CODES } from "@llmch/contract";
import { describe, expect, test } from "vitest";
import { BEYOND_PLANS } from "../explanations/explanations.ts";
import { order, plan } from "../plan.fixture.ts";
import { exists, first, report } from "./rules.fixture.ts";

/** The codes that the rules' tests expect, as `CODE who field: message`. */
const expectedByTests = readdirSync(new URL(".", import.meta.url))
  .filter((name) => name.endsWith(".test.ts"))
  .map((name) => readFileSync(new URL(name, import.meta.url), "utf8"))
  .flatMap((text) => [...text.matchAll(/["'`]([EW]\d{3}) (?:-|WO-\d\d|index-\d+|\$\{)/g)].map(([, code = ""]) => code));

describe("rules", () => {
  test("a good plan has no findings", () => {
    expect(report({ manifest: plan([order(1), order(2), order(3)]) })).toEqual([]);
  });

  test("every code of the catalogue is found by a case, or not in plans alone", () => {
    expect([...new Set([...expectedByTests, ...Object.keys(BEYOND_PLANS)])].sort()).toEqual(
      Object.keys(DIAGNOSTIC_CODES).sort(),
    );
  });

  test("a fault that occurs twice in an order is reported once", () => {
    expect(report({ manifest: first({ preconditions: [exists("no"), exists("no")] }), expected: [] })).toHaveLength(1);
  });

  test("a schema's violations are named up to a hundred", () => {
    const [line] = report({ manifest: first({ forbidden: Array.from({ length: 130 }, () => 1) }), expected: [] });
    expect(line).toMatch(/\/forbidden\/99 must be string; and 30 more$/);
  });

  test("an argument that is too long to start is not parsed either", () => {
    const command = `python -c '${"1+".repeat(70_000)}'`;
    const [line, ...rest] = report({ manifest: first({ acceptance_commands: [command] }), expected: [] });
    expect(line).toContain("has an argument of more than 131071 characters");
    expect(rest).toEqual([]);
  });

  test("a long value is cut in its message", () => {
    const [line] = report({ manifest: first({ acceptance_commands: [`a | ${"b".repeat(100_000)}`] }), expected: [] });
    expect(line?.length).toBeLessThan(400);
  });
});
