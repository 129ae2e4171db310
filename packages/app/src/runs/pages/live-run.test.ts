import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { EventBody, RunKind } from "@llmch/contract";
import { eventsOfRun, journalText, RUN_CONFIG, runNumbered, temporaryFolder, WINDOW_JOURNAL } from "@llmch/testkit";
import { expect, onTestFinished, test } from "vitest";
import { liveRun } from "./live-run.ts";

const ORDER: readonly EventBody[] = [
  {
    ...{ type: "order_started", format: 2, order: "WO-06", title: "Sell", work_order_sha256: "", branch: "b" },
    ...{ baseline: "", model: "m", schedule: runNumbered(41), config: RUN_CONFIG },
  },
  { type: "attempt_started", attempt: 2, max_attempts: 5 },
  { type: "step_started", attempt: 2, step: "verify" },
];
const PLAN: readonly EventBody[] = [{ type: "compile_attempt_started", attempt: 1, max_attempts: 3 }];
const ENDED: EventBody = { type: "run_finished", verdict: "PASS", exit_code: 0, duration_ms: 1 };

/** How far a run's own work has come, and that of its orders. */
const workIn = (of: RunKind, kept: Partial<Record<RunKind, readonly EventBody[]>>) => {
  const { path: root, remove } = temporaryFolder();
  onTestFinished(remove);
  const ids = { build: 1, planner: 40, "run-all": 41, factory: 90, ask: 50 };
  for (const kind of ["planner", "run-all", "factory"] as const) {
    if (kept[kind] === undefined) continue;
    const folder = join(root, kind, runNumbered(ids[kind]));
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "events.jsonl"), journalText(eventsOfRun(runNumbered(ids[kind]), kept[kind])));
  }
  const { work, orders } = liveRun({ kind: of, runId: runNumbered(ids[of]) }, { root, secrets: [] });
  const said = (each: typeof work) => each && [each.attempt, each.max_attempts, each.step];
  return [said(work), orders.map((order) => said(order.work))];
};

test("the attempt and the gate of what is in work: an order of a run-all, an order's run, a plan; none once it has ended", () => {
  const schedule = WINDOW_JOURNAL(RUN_CONFIG);
  expect(workIn("run-all", { "run-all": schedule, factory: ORDER })).toEqual([null, [[2, 5, "verify"]]]);
  expect(workIn("factory", { factory: ORDER })).toEqual([[2, 5, "verify"], []]);
  expect(workIn("planner", { planner: PLAN })).toEqual([[1, 3, null], []]);
  expect(workIn("planner", { planner: [...PLAN, ENDED] })).toEqual([null, []]);
});
