import type { EventBody, RunEvent } from "@llmch/contract";
import { expect, test } from "vitest";
import { speculationStories } from "./speculation-story.ts";

const journal = (...bodies: readonly EventBody[]): readonly RunEvent[] =>
  bodies.map((body, seq) => ({ ...body, seq, ts: new Date(seq * 1000).toISOString(), run_id: "R" }));

const started = (speculation: number): EventBody => ({ type: "speculation_started", speculation });
const ended = (speculation: number): EventBody => ({ type: "speculation_ended", speculation });
const asked = (speculation: number): readonly EventBody[] => [
  { type: "step_started", attempt: 1, step: "propose", speculation },
  { type: "step_finished", attempt: 1, step: "propose", ok: true, duration_ms: 700, detail: "1 file", speculation },
];

test("a speculation has its own steps", () => {
  const events = journal(...[started(1), ...asked(1), ended(1), started(2)]);
  const step = {
    step: "propose",
    round: 1,
    started_at: "1970-01-01T00:00:01.000Z",
    ok: true,
    duration_ms: 700,
    detail: "1 file",
  };
  expect(speculationStories(events)).toEqual([
    { speculation: 1, started_at: "1970-01-01T00:00:00.000Z", steps: [step] },
    { speculation: 2, started_at: "1970-01-01T00:00:04.000Z", steps: [] },
  ]);
});

test("an order that was carried out only in its turn has none", () => {
  expect(speculationStories(journal({ type: "step_started", attempt: 1, step: "propose" }))).toEqual([]);
});
