import { accepted } from "@llmch/text";
import { expect, test } from "vitest";
import { questionsOfRun } from "./read-questions.ts";
import { MAX_JOURNAL_BYTES, type RecordedRun } from "./record.ts";

const RUN = "01J00000000000000000000000";
const MESSAGE = "m".repeat(100_000);
const LINES = Array.from({ length: 100 }, (_, seq) =>
  JSON.stringify({ seq, ts: "2026-01-01T00:00:00.000Z", run_id: RUN, type: "warning", message: MESSAGE }),
);

const recordOf = (lines: readonly string[]): RecordedRun => {
  const text = `${lines.join("\n")}\n`;
  return {
    ...{ kind: "factory", run_id: RUN, directory: "/runs", is_running: false, others: [], files: ["events.jsonl"] },
    read: (_, { bytes }) => accepted({ text: text.slice(0, bytes), left_out: Math.max(0, text.length - bytes) }),
  };
};

test("of a journal larger than any of llmch's own its beginning is read, which is said; it is not called damaged", () => {
  expect(LINES.join("\n").length).toBeGreaterThan(MAX_JOURNAL_BYTES);
  const told = (lines: readonly string[]) =>
    questionsOfRun(recordOf(lines), () => null).faults.filter(({ message }) => !message.includes("format"));
  expect(told(LINES)).toEqual([
    { file: "events.jsonl", line: null, message: expect.stringContaining(`only its first ${MAX_JOURNAL_BYTES} `) },
  ]);
  expect(told(LINES.slice(0, 50))).toEqual([]);
});
