import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { EventBody, RunEvent, RunKind } from "@llmch/contract";
import { BUILD_JOURNAL, eventsOfRun, journalText, runNumbered, temporaryFolder, WINDOW_JOURNAL } from "@llmch/testkit";
import { expect, onTestFinished, test } from "vitest";
import { watchRun } from "../watch/watch-run.ts";
import { namedRun } from "./find-run.ts";
import { listRuns } from "./list-runs.ts";
import { storedSummaries } from "./stored-summaries.ts";

const BUILD = { kind: "build" as const, runId: runNumbered(1) };
const PLAN = { kind: "planner" as const, runId: runNumbered(40) };
const ORDERS = { kind: "run-all" as const, runId: runNumbered(41) };
const ORDER = { kind: "factory" as const, runId: runNumbered(90) };
const answered = (key: string): EventBody => ({
  ...{ type: "model_answered", key, duration_ms: 1, model: "m", cost_usd: 0.01 },
  usage: { input_tokens: 1, output_tokens: 1, cached_tokens: 0 },
});

/** A store with a build, its last plan, the run-all of that, and its order's run. */
const store = () => {
  const { path, remove } = temporaryFolder();
  onTestFinished(remove);
  const keep = ({ kind, runId }: { kind: RunKind; runId: string }, bodies: readonly EventBody[]) => {
    mkdirSync(join(path, kind, runId), { recursive: true });
    writeFileSync(join(path, kind, runId, "events.jsonl"), journalText(eventsOfRun(runId, bodies)));
  };
  keep(BUILD, [...BUILD_JOURNAL, { type: "run_finished", verdict: "ERROR", exit_code: 5, duration_ms: 1 }]);
  keep(PLAN, [answered("plan/attempt-1")]);
  keep(ORDERS, WINDOW_JOURNAL({} as Parameters<typeof WINDOW_JOURNAL>[0]));
  keep(ORDER, [answered("WO-06/attempt-1")]);
  return path;
};

test("a build covers its steps and their orders, and counts what each of them spent once", async () => {
  const summaries = storedSummaries(store());
  expect(summaries.partsOf(BUILD).slice(-3)).toEqual([PLAN, ORDER, ORDERS]);
  expect([PLAN, ORDERS, ORDER, BUILD].map((run) => summaries.wholes().get(run.runId) ?? null)).toEqual([
    ...[BUILD, BUILD, BUILD],
    null,
  ]);
  // Its own three questions, one of the plan and one of the order.
  expect(summaries.spendingOf(BUILD).answers).toBe(5);
  const listed = async (all: boolean) => (await listRuns(summaries, { all, limit: 9 }, { env: {}, cwd: "/" })).runs;
  expect((await listed(false)).map(({ run_id }) => run_id)).toEqual([BUILD.runId]);
  expect((await listed(true)).map(({ of_build }) => of_build ?? null)).toEqual([
    ...[ORDER, ORDERS, PLAN].map(() => BUILD.runId),
    null,
  ]);
  expect([namedRun(summaries, "last"), namedRun(summaries, "llmch/shop-jrscqb")]).toEqual(
    [1, 2].map(() => ({ ok: true, value: BUILD })),
  );
});

test("a watched build is followed into its steps and their orders", async () => {
  const seen: RunEvent[] = [];
  const ending = await watchRun({ root: store(), ...BUILD }, (event) => seen.push(event), new AbortController().signal);
  expect(ending).toEqual({ kind: "ended", verdict: "ERROR", exitCode: 5 });
  expect(new Set(seen.map(({ run_id }) => run_id))).toEqual(
    new Set([BUILD, PLAN, ORDERS, ORDER].map(({ runId }) => runId)),
  );
});
