import type { EventBody, RunEvent } from "@llmch/contract";
import { expect, test } from "vitest";
import { childInWords } from "./attempt-words.ts";
import { childStories } from "./child-story.ts";

const events = (...bodies: readonly EventBody[]): readonly RunEvent[] =>
  bodies.map((body, seq) => ({ ...body, seq, ts: "", run_id: "R" }));

test("an attempt lists what its order was divided into, and how each child ended", () => {
  const children = ["One", "Two", "Three"].map((title, index) => ({
    ...{ order: `WO-03.${index + 1}`, title, work_order_sha256: "" },
  }));
  const ended = { type: "child_ended", attempt: 2 } as const;
  const told = childStories(
    events(
      { type: "divided", attempt: 2, children },
      { ...ended, order: "WO-03.1", verdict: "PASS", attempts: 1, stage: null, summary: "Done." },
      { ...ended, order: "WO-03.2", verdict: "FAIL", attempts: 3, stage: "verify_failed", summary: null },
    ),
  );
  expect(told.map(childInWords)).toEqual([
    "WO-03.1  One: passed after 1 attempt",
    "WO-03.2  Two: failed after 3 attempts, verify_failed",
    "WO-03.3  Three: not at its end",
  ]);
  expect(childStories(events({ type: "attempt_started", attempt: 1, max_attempts: 3 }))).toEqual([]);
});
