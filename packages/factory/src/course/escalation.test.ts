import type { Stage } from "@llmch/contract";
import type { FactorySettings } from "@llmch/contract/settings";
import { expect, test } from "vitest";
import { BEGINNING, type Course, courseAfter, type Failure, neverDivided } from "./escalation.ts";

type Row = FactorySettings["escalation"][number];
const row = (said: Partial<Row> & Pick<Row, "do">): Row => ({
  after: "any",
  failures: 1,
  model: null,
  usd: null,
  ...said,
});

const failedAt = (stages: readonly Stage[]): readonly Failure[] =>
  stages.map((stage) => ({ stage, isReviewed: false, usd: null }));

test.each<[string, readonly Row[], readonly Stage[], Partial<Course>]>([
  ["nothing", [], ["verify_failed", "verify_failed"], { next: "attempt", model: null, taken: null }],
  [
    "the row that fits",
    [row({ after: "stuck", do: "stop" })],
    ["stuck"],
    { next: "stop", taken: { row: 0, do: "stop" } },
  ],
  ["no row that does not", [row({ after: "stuck", do: "stop" })], ["verify_failed"], { next: "attempt", taken: null }],
  [
    "the first of two that fit",
    [row({ after: "verify_failed", do: "agent" }), row({ do: "stop" })],
    ["verify_failed"],
    { next: "attempt", tools: true, taken: { row: 0, do: "agent" } },
  ],
  ["a row only once enough attempts have failed", [row({ failures: 2, do: "ask" })], ["stuck"], { next: "attempt" }],
  ["and then", [row({ failures: 2, do: "ask" })], ["stuck", "verify_failed"], { next: "ask" }],
  [
    "a model that stays when another row is taken",
    [row({ after: "verify_failed", do: "model", model: "openai:big" }), row({ after: "stuck", do: "agent" })],
    ["verify_failed", "stuck", "acceptance_failed"],
    { model: "openai:big", tools: true, next: "attempt", taken: null },
  ],
  [
    "a division of the order",
    [row({ after: "stuck", do: "divide" }), row({ do: "ask" })],
    ["stuck"],
    { divides: true, next: "attempt", taken: { row: 0, do: "divide" } },
  ],
  [
    "the next row that fits once it is divided",
    [row({ do: "divide" }), row({ do: "ask" })],
    ["stuck", "stuck"],
    { divides: false, mayDivide: false, next: "ask", taken: { row: 1, do: "ask" } },
  ],
])("the failures lead to %s", (_, table, failed, course) => {
  expect(courseAfter(table, failedAt(failed))).toMatchObject(course);
});

test("a stronger model is asked once enough attempts failed", () => {
  const table = [row({ failures: 2, do: "model", model: "openai:big" })];
  expect(
    [[], ["stuck"], ["stuck", "stuck"]].map((failed) => courseAfter(table, failedAt(failed as Stage[])).model),
  ).toEqual([null, null, "openai:big"]);
});

test("an order that was divided from the start, or may not be, takes the row after the `divide` row", () => {
  const table = [row({ do: "divide" }), row({ do: "stop" })];
  const beginnings = [{ ...BEGINNING, divides: true }, neverDivided({ ...BEGINNING, divides: true })];
  expect(beginnings.map((beginning) => courseAfter(table, failedAt(["stuck"]), beginning).taken?.row)).toEqual([1, 1]);
  expect(beginnings.map((beginning) => courseAfter(table, [], beginning).divides)).toEqual([true, false]);
});

test("a `review` row fits review notes, but not every failed acceptance", () => {
  const table = [row({ after: "review", do: "agent" }), row({ after: "acceptance_failed", do: "stop" })];
  const failure = (isReviewed: boolean): Failure => ({ stage: "acceptance_failed", isReviewed, usd: null });
  expect(courseAfter(table, [failure(true)]).taken).toEqual({ row: 0, do: "agent" });
  expect(courseAfter(table, [failure(false)]).taken).toEqual({ row: 1, do: "stop" });
  expect(courseAfter(table.slice(1), [failure(true)]).taken).toEqual({ row: 0, do: "stop" });
});

test.each<[number | null, boolean]>([
  [0.49, false],
  [0.5, true],
  [2, true],
  [null, false],
])("a `cost` row fits once the known cost reaches its amount: %s", (usd, isTaken) => {
  const table = [row({ after: "cost", usd: 0.5, do: "ask" })];
  const { next, taken } = courseAfter(table, [{ stage: "verify_failed", isReviewed: false, usd }]);
  expect([next, taken !== null]).toEqual([isTaken ? "ask" : "attempt", isTaken]);
});

test("a `revise` row fits once; after that the next fitting row is taken", () => {
  const table = [row({ do: "revise" }), row({ failures: 2, do: "revise" }), row({ failures: 4, do: "stop" })];
  const stages = ["stuck", "stuck", "stuck", "stuck"] as const;
  const taken = stages.map((_, index) => courseAfter(table, failedAt(stages.slice(0, index + 1))));
  expect(taken.map(({ next, taken: by }) => [next, by?.row ?? null])).toEqual([
    ["revise", 0],
    ["revise", 1],
    ["attempt", null],
    ["stop", 2],
  ]);
});
