import type { EventBody, RunEvent } from "@llmch/contract";
import { expect, test } from "vitest";
import { candidatesInWords } from "./attempt-words.ts";
import { candidatesStory, ofSettled } from "./candidate-story.ts";

const events = (...bodies: readonly EventBody[]): readonly RunEvent[] =>
  bodies.map((body, seq) => ({ ...body, seq, ts: "", run_id: "R" }));
const end = (candidate: number, stage: "verify_failed" | null, end: "passed" | "failed" | "not_judged") => ({
  ...{ candidate, end, stage, notes: null, lines: null },
});
const began = (candidate?: number): EventBody => ({
  ...{ type: "step_started", attempt: 1, step: "propose" },
  ...(candidate === undefined ? {} : { candidate }),
});
const asked = (candidate: string): EventBody => ({ type: "model_asked", key: `WO-01/attempt-1${candidate}` });
const STARTED: EventBody = { type: "attempt_started", attempt: 1, max_attempts: 3 };

test("an attempt's story has the events of the settled candidate, and those about all of them", () => {
  const ends = [end(1, "verify_failed", "failed"), end(2, null, "passed"), end(3, null, "not_judged")];
  const judged = { type: "candidates_judged", attempt: 1, of: 3, candidate: 2, brief_of: null, ends } as const;
  const finalize = { type: "step_started", attempt: 1, step: "finalize" } as const;
  const all = events(
    STARTED,
    began(),
    began(2),
    asked(""),
    asked("/candidate-2"),
    asked("/candidate-3"),
    judged,
    finalize,
  );
  const settled = ofSettled(all, 1);
  expect(settled.candidate).toBe(2);
  expect(settled.events.map(({ seq }) => seq)).toEqual([0, 2, 4, 6, 7]);
  const story = candidatesStory(all);
  expect(story === null ? null : candidatesInWords(story)).toBe(
    "candidate 2 of 3 passed; 1 failed at verify_failed, 3 was not judged",
  );
});

test("without a choice an attempt's story is about its first candidate", () => {
  const all = events(STARTED, began(), began(2), asked(""));
  expect(ofSettled(all, 1).events.map(({ seq }) => seq)).toEqual([0, 1, 3]);
  expect(candidatesStory(all)).toBeNull();
});

test.each([
  [2, null, [end(1, null, "passed"), end(2, null, "passed")], "candidate 2 of 2 is the best that passed; 1 passed"],
  [
    ...([null, 2] as const),
    [end(1, "verify_failed", "failed"), end(2, "verify_failed", "failed")],
    "none of 2 candidates passed: 1 failed at verify_failed, 2 failed at verify_failed; 2 came furthest",
  ],
] as const)("%j, %j", (candidate, brief_of, ends, words) => {
  expect(candidatesInWords({ of: ends.length, candidate, brief_of, ends })).toBe(words);
});
