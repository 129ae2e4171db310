import { dirname } from "node:path";
import { type Context, settingsToGoOn } from "@llmch/config";
import type { Design, RunConfig } from "@llmch/contract";
import { DEFAULT_SETTINGS, type Settings } from "@llmch/contract/settings";
import type { LoadedOrder } from "@llmch/records";
import { newTask, optionsOf, type Work } from "@llmch/run";
import { newRunId, type StoredRun } from "@llmch/store";
import { accepted } from "@llmch/text";
import type { ScratchRepository } from "@llmch/workspace";
import type { Beginning } from "../../resume/own-run.ts";
import { settingsForForeign, tightened } from "../../resume/own-run.ts";
import type { RecordedEnd } from "./recorded-ends.ts";

/** A run of orders to carry out again from its record. */
export interface Repeatable {
  readonly stored: StoredRun;
  readonly beginning: Beginning;
  /** The orders that the run began with; revisions are made again. */
  readonly orders: readonly LoadedOrder[];
  /** The recorded design that they follow. */
  readonly design: Design | null;
  /** How they ended, in order. */
  readonly ends: readonly RecordedEnd[];
  /** The commit that they start from. */
  readonly from: string;
  /** False if the run came from elsewhere: its commands then run only in the sandbox. */
  readonly isOwn: boolean;
}

/** The orders of a run as work in a scratch repo: in turn, answered from the record, and without observers. */
export const repeatedWork = (
  { stored, beginning, orders: recordedOrders, design, ends, from, isOwn }: Repeatable,
  { repo, beside }: Pick<ScratchRepository, "repo" | "beside">,
  today: Context,
): Work => {
  const { branch, config: recorded } = beginning;
  const orders = recordedOrders.map((each) => (isOwn ? each : { ...each, origin: null }));
  // No order may end sooner than it did.
  const attempts = Math.max(recorded.max_attempts, ...ends.map((end) => end.attempts));
  const revisions = ends.reduce((sum, end) => sum + end.revisions, 0);
  const values = unbounded(
    isOwn
      ? settingsToGoOn(recorded, "factory", today.settings.values, {})
      : settingsForForeign(today.settings.values, {}),
  );
  const { revise: _, ...before } = isOwn ? recorded : tightened(recorded, values);
  const config: RunConfig = {
    ...before,
    ...{ repo: repo.root, jobs: 1, push: false, out: null, max_attempts: attempts },
    ...{ allow_dirty: true, allow_stale: true, replay: stored.directory, replay_strict: false },
    ...(revisions === 0 ? {} : { revise: revisions }),
  };
  const isSchedule = beginning.type === "schedule_started";
  const runId = newRunId();
  const done = new Set(ends.map(({ order }) => order));
  return {
    request: {
      ...{ orders, design, runId, skipDone: false, checks: false },
      ordersDirectory: isSchedule ? config.orders : dirname(config.orders),
      options: optionsOf(config, { artifactsDir: beside }, { branch, baseline: from }),
    },
    context: { ...today, settings: { ...today.settings, values } },
    schedule: async ({ pending }) => {
      const tasks = pending
        .filter(({ order }) => done.has(order.id))
        .map((loaded) => newTask(loaded, isSchedule ? undefined : runId));
      const kind = isSchedule ? "run-all" : "run";
      return accepted({
        kind,
        runId,
        orders,
        tasks,
        design,
        isDesigned: true,
        repeats: stored.journal.events,
        config,
        previous: null,
        previousRuns: [],
      });
    },
  };
};

/** Nothing is spent, so no cap applies, and nothing leaves the machine. */
const unbounded = (values: Settings): Settings => ({
  ...values,
  budget: DEFAULT_SETTINGS.budget,
  factory: { ...values.factory, push: "never" },
});
