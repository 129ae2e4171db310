import type { EventBody, RunEvent } from "@llmch/contract";
import { expect, test } from "vitest";
import { costRows } from "./costs.ts";
import { droppedKeys } from "./dropped-questions.ts";
import { questionsOf } from "./questions.ts";

const KEY = "WO-02/attempt-1";
const answered = (key: string): EventBody => ({ type: "model_answered", key, duration_ms: 1, usage: null, model: "m" });
const reused = (key: string): EventBody => ({ type: "answer_reused", key });
const ended = (speculation: number): EventBody => ({ type: "speculation_ended", speculation });
const journal = (bodies: readonly EventBody[]): RunEvent[] =>
  bodies.map((body, seq) => ({ ...body, seq, ts: "2026-01-01T12:00:00Z", run_id: "R" }));

test.each<readonly [string, readonly EventBody[], readonly string[]]>([
  ["asked in its turn", [answered(KEY), reused(KEY)], []],
  ["used in its turn", [answered(`${KEY}/speculation-1`), ended(1), reused(KEY)], []],
  [
    "used by a later one, and in its turn",
    [answered(`${KEY}/speculation-1`), ended(1), reused(`${KEY}/speculation-2`), reused(KEY)],
    [],
  ],
  [
    "used by a later one alone",
    [answered(`${KEY}/speculation-1`), ended(1), reused(`${KEY}/speculation-2`), ended(2)],
    [`${KEY}/speculation-1`],
  ],
  [
    "asked anew in its turn, which is gone on with",
    [answered(`${KEY}/speculation-1`), ended(1), answered(KEY), reused(KEY)],
    [`${KEY}/speculation-1`],
  ],
  [
    "a failure, and one that broke off",
    [
      { type: "model_failed", key: `${KEY}/speculation-1`, reason: "r", message: "m" },
      answered(`${KEY}/speculation-2`),
      reused("WO-02/attempt-2"),
    ],
    [`${KEY}/speculation-1`, `${KEY}/speculation-2`],
  ],
])("questions ahead of their turn: %s", (_, bodies, dropped) => {
  expect([...droppedKeys(journal(bodies))]).toEqual(dropped);
});

test("unused questions have a separate row, only if there are any", () => {
  const questions = questionsOf(
    journal([answered(`${KEY}/speculation-1`), answered(KEY), answered("WO-03/attempt-1")]),
  );
  const rows = (all: typeof questions) =>
    costRows(all, "order").map(({ name, spending }) => [name, spending.answers] as const);
  expect(rows(questions)).toEqual([
    ["WO-02", 2],
    ["WO-03", 1],
  ]);
  expect(rows(questions.map((each, index) => ({ ...each, isDropped: index === 0 })))).toEqual([
    ["WO-02", 1],
    ["WO-03", 1],
    ["speculation", 1],
  ]);
});
