import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Need, RunEvent } from "@llmch/contract";
import type { StoredRun } from "@llmch/store";
import { temporaryFolder } from "@llmch/testkit";
import { afterAll, expect, test } from "vitest";
import { needsOf } from "./waiting.ts";

const folder = temporaryFolder();
afterAll(folder.remove);
const NEED: Need = { id: "WO-01", kind: "revision", what: "revision 1 is wider", sha256: "a".repeat(64) };

const needs = (summary: Need, recorded: Need | null) => {
  writeFileSync(join(folder.path, "run_summary.json"), JSON.stringify({ needs: [summary] }));
  const events: RunEvent[] = [];
  if (recorded !== null) {
    const { kind: of, ...members } = recorded;
    events.push({ type: "decision_needed", seq: 1, ts: "", run_id: "R", of, ...members });
  }
  const stored: StoredRun = {
    ...{ kind: "factory", runId: "R", directory: folder.path, exchanges: { text: "", wholeBytes: 0 } },
    journal: { events, all: events, checksum: "", wholeBytes: 0 },
  };
  return needsOf(stored);
};

test("whether a revision is wider is what the journal says, whatever the summary does", () => {
  expect(needs(NEED, { ...NEED, wider: true })).toEqual([{ ...NEED, wider: true }]);
  expect(needs({ ...NEED, wider: true, what: "small" }, NEED)).toEqual([NEED]);
  expect(needs(NEED, null)).toEqual([{ ...NEED, wider: true }]);
  expect(needs({ ...NEED, kind: "orders" }, null)).toEqual([{ ...NEED, kind: "orders" }]);
});
