import { expect, test } from "vitest";
import { type RunFacts, type RunState, runState } from "./run-state.ts";

const ended = (verdict: RunFacts["verdict"], exitCode: number | null) => ({ verdict, exitCode });
const OPEN = ended(null, null);
const WAITS = ended("ERROR", 6);

test.each<[string, Partial<RunFacts>, RunState]>([
  ["whatever else is true of it, a damaged one", { ...OPEN, isDamaged: true, isCancelled: true }, "damaged"],
  [
    "one that somebody cancelled, its process at work or not",
    { ...OPEN, isCancelled: true, isRunning: true },
    "cancelled",
  ],
  ["one that was interrupted by that", { ...ended("ERROR", 130), isCancelled: true }, "cancelled"],
  ["one that passed before anybody heard of it", { ...ended("PASS", 0), isCancelled: true }, "passed"],
  ["one that was not begun", { ...OPEN, isRefused: true, isQueued: true }, "refused"],
  ["one that a process works on", { ...OPEN, isRunning: true }, "running"],
  ["one that goes on after its needs were decided", { ...WAITS, isRunning: true, waits: false }, "running"],
  ["one that waits, its process about to end", { ...WAITS, isRunning: true, waits: true }, "waiting"],
  ["one that ended so, as far as its journal tells", WAITS, "waiting"],
  ["one whose needs are decided, in a queue", { ...WAITS, waits: false, isQueued: true }, "queued"],
  ["one whose needs are decided, and nobody goes on with it", { ...WAITS, waits: false }, "interrupted"],
  ["one that a limit ended, and a person wants to go on", { ...ended("ERROR", 5), isQueued: true }, "queued"],
  ["one that passed", ended("PASS", 0), "passed"],
  ["one that failed", ended("FAIL", 1), "failed"],
  ["one that ended in a way that nobody expected", ended("ERROR", 2), "failed"],
  ["one whose work somebody else's commit kept off the branch", { ...ended("ERROR", 2), isConflict: true }, "stopped"],
  ["a plan that stayed invalid", ended("FAIL", 2), "failed"],
  ["one without a model", ended("ERROR", 3), "stopped"],
  ["one that reached a limit", ended("ERROR", 5), "stopped"],
  ["one whose process died too often", { ...OPEN, isGivenUp: true }, "stopped"],
  ["one that was interrupted", ended("ERROR", 130), "interrupted"],
  ["one whose process died", OPEN, "interrupted"],
])("%s", (_, facts, state) => {
  expect(runState({ isDamaged: false, isRunning: false, ...OPEN, ...facts })).toBe(state);
});
