import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { limitNeed, type Need, type RunEvent } from "@llmch/contract";
import type { StoredRun } from "@llmch/store";
import { temporaryFolder } from "@llmch/testkit";
import { afterAll, expect, test } from "vitest";
import { needsOf, openNeeds } from "./waiting.ts";

const folder = temporaryFolder();
afterAll(folder.remove);
const NEED: Need = { id: "WO-01", kind: "revision", what: "revision 1 is wider", sha256: "a".repeat(64) };

const storedWith = (kind: StoredRun["kind"], events: readonly RunEvent[]): StoredRun => ({
  ...{ kind, runId: "R", directory: folder.path, exchanges: { text: "", wholeBytes: 0 } },
  journal: { events, all: events, checksum: "", wholeBytes: 0 },
});

const told = ({ kind: of, ...members }: Need): RunEvent => ({
  ...{ type: "decision_needed", seq: 1, ts: "", run_id: "R", of, ...members },
});

const needs = (summary: Need, recorded: Need | null) => {
  writeFileSync(join(folder.path, "run_summary.json"), JSON.stringify({ needs: [summary] }));
  return needsOf(storedWith("factory", recorded === null ? [] : [told(recorded)]));
};

test("whether a revision is wider is what the journal says, whatever the summary does", () => {
  expect(needs(NEED, { ...NEED, wider: true })).toEqual([{ ...NEED, wider: true }]);
  expect(needs({ ...NEED, wider: true, what: "small" }, NEED)).toEqual([NEED]);
  expect(needs(NEED, null)).toEqual([{ ...NEED, wider: true }]);
  expect(needs({ ...NEED, kind: "orders" }, null)).toEqual([{ ...NEED, kind: "orders" }]);
});

test("a usage limit is waited for until it ends, of a plan too, and no more once its run goes on", () => {
  const [past, future] = [limitNeed("2020-01-01T00:00:00.000Z"), limitNeed("2999-01-01T00:00:00.000Z")];
  const open = (kind: StoredRun["kind"], need: Need, ...more: readonly RunEvent[]) => {
    writeFileSync(join(folder.path, "run_summary.json"), JSON.stringify({ needs: [need] }));
    return openNeeds(storedWith(kind, [told(need), ...more]), {});
  };
  for (const kind of ["factory", "planner"] as const) {
    expect(open(kind, future)).toEqual([future]);
    expect(open(kind, past)).toEqual([]);
  }
  expect(open("planner", future, { type: "resumed", seq: 2, ts: "", run_id: "R", format: 2, from_seq: 1 })).toEqual([]);
});
