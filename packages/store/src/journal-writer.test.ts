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

test("an event before or after an act on the repo is on disk before anything else happens", () => {
  const work = { branch: "work", files: ["a"], drift: [] };
  const committing = { type: "committing", attempt: 1, from: "b", summary: "s", ...work, evidence: EVIDENCE } as const;
  const committed = { type: "committed", commit: "c", tree: "t", ...work } as const;
  const finished = { type: "run_finished", verdict: "PASS", exit_code: 0, duration_ms: 1 } as const;
  expect(durabilityOf(committing, committed, finished)).toEqual([true, true, true]);
});

test("so is an event before commands run, but not one about llmch's own worktree", () => {
  const steps: readonly Step[] = ["propose", "validate", "apply", "verify", "accept", "finalize"];
  const durable = durabilityOf(...steps.map((step) => ({ type: "step_started", attempt: 1, step }) as const));
  expect(steps.filter((_, index) => durable[index])).toEqual(["verify", "accept"]);
  expect(durabilityOf({ type: "rolled_back", baseline: "b" }, { type: "warning", message: "w" })).toEqual([
    false,
    false,
  ]);
});
