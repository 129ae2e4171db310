import type { EventBody, Step } from "@llmch/contract";
import { expect, test } from "vitest";
import { createJournalWriter, FIRST_POSITION } from "./journal-writer.ts";

/** Whether each line had to be on disk before the writer returned. */
const durabilityOf = (...bodies: readonly EventBody[]): readonly boolean[] => {
  const durable: boolean[] = [];
  const log = {
    append: (_: string, options: { readonly durable: boolean }) => durable.push(options.durable),
    close: () => {},
  };
  const writer = createJournalWriter(log, { runId: "01RUN", now: () => new Date(0), position: FIRST_POSITION });
  for (const body of bodies) writer.add(body);
  return durable;
};

const EVIDENCE = { tests: null, acceptance: 1, hidden: 0 };

test("what is about to land, a decision, an order's own run and the end are on disk before anything else happens", () => {
  const work = { branch: "work", files: ["a"], drift: [] };
  const committing = { type: "committing", attempt: 1, from: "b", summary: "s", ...work, evidence: EVIDENCE } as const;
  const decided = { type: "question_answered", id: "Q1", question: "q", answer: "a" } as const;
  const begun = { type: "order_run_started", order: "WO-01", run: "r" } as const;
  const finished = { type: "run_finished", verdict: "PASS", exit_code: 0, duration_ms: 1 } as const;
  expect(durabilityOf(begun, committing, decided, finished)).toEqual([true, true, true, true]);
});

test("what can be done again, or is found done, reaches the disk with the next of these", () => {
  const steps: readonly Step[] = ["propose", "validate", "apply", "verify", "accept", "finalize"];
  const events = [
    ...steps.map((step) => ({ type: "step_started", attempt: 1, step }) as const),
    { type: "committed", commit: "c", tree: "t", branch: "work", files: ["a"], drift: [] } as const,
    { type: "rolled_back", baseline: "b" } as const,
    { type: "warning", message: "w" } as const,
  ];
  expect(new Set(durabilityOf(...events))).toEqual(new Set([false]));
});
