import type { EventBody, RunEvent } from "@llmch/contract";
import { expect, test } from "vitest";
import { takenBefore } from "./author.ts";

const journal = (...events: readonly EventBody[]): readonly RunEvent[] =>
  events.map((event, seq) => ({ ...event, seq, ts: "", run_id: "r" }));
const called = (key: string): EventBody => ({
  ...{ type: "tool_called", key, index: 0, tool: "read", ok: true, bytes: 10, duration_ms: 1 },
});

test("an author's usage is that of its own turns in earlier attempts", () => {
  const events = journal(
    ...["WO-01/attempt-1", "WO-01/attempt-2/turn-2", "WO-01/attempt-3"].map(called),
    ...["WO-01/attempt-1/review-1", "WO-01.1/attempt-1"].map(called),
  );
  expect(takenBefore(events, 2)).toMatchObject({ turns: 1 });
  expect(takenBefore(events, 3)).toMatchObject({ turns: 2 });
  expect(takenBefore(events, 1)).toMatchObject({ turns: 0 });
});
