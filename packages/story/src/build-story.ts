import { type BuildState, buildState, ordersTold, type WindowTold } from "@llmch/build/machine";
import { callNamed, evidenceIn, needsIn, type RunEvent, standingConfig } from "@llmch/contract";
import { EXIT } from "@llmch/text";
import { courseChanges } from "./course-changes.ts";
import { type Documents, documentsOf } from "./documents.ts";
import { headOf } from "./head.ts";
import { firstOf, toldJournal } from "./journal.ts";
import { planStory } from "./plan-story.ts";
import { questionsOf } from "./questions.ts";
import type { OpenRun, RecordedRun } from "./record.ts";
import { scheduleStory } from "./schedule-story.ts";
import { NO_SPENDING, spendingIn, spentTogether } from "./spending.ts";
import { stoppedOrder } from "./stopped-at.ts";
import type { BuildStory, WindowOrder, WindowStory } from "./stories/build.ts";
import type { PlanStory } from "./stories/plan.ts";
import type { ScheduledOrder, ScheduleStory } from "./stories/schedule.ts";

/** The story of a build: of its runs only the one that has not ended is opened, since its journal has what the others came to. */
export const buildStory = (record: RecordedRun, open: OpenRun): BuildStory => {
  const documents = documentsOf(record);
  const { events, ...journal } = toldJournal(record, documents);
  const head = headOf(record, documents, { events, ...journal });
  const started = firstOf(events, "build_started");
  const state = buildState(events);
  const evidence = evidenceIn(documents.object("run_summary.json"));
  const step = stepStory(state.begun, documents, open);
  const windows = windowStories(state, step);
  const needs = head.exit_code === EXIT.waiting ? needsIn(documents.object("run_summary.json")) : [];
  const looked = assessed(events, record.is_running);
  const milestones = state.milestones.map((milestone) => ({
    ...milestone,
    failing: state.judged?.milestones.find(({ id }) => id === milestone.id)?.failing ?? [],
    spending: spentTogether(
      windows.flatMap(({ window, milestone: of, spending }) =>
        of === milestone.id ? [spending, ...(looked.get(window) ?? [])] : [],
      ),
    ),
  }));
  return {
    ...head,
    limit: head.limit ?? limitOf(step),
    spending: spentTogether([head.spending, ...windows.map(({ spending }) => spending)]),
    kind: "build",
    spec: started?.spec ?? null,
    continues: started?.continues?.run ?? null,
    config: started && standingConfig(started.config, events),
    scoped: state.scoped,
    branch: state.branch,
    ...(evidence === null ? {} : { evidence }),
    baseline: started?.baseline ?? null,
    milestones,
    windows,
    notes: state.notes,
    assessments: state.assessments.map(({ assessment, window, milestone, verdict, reasons }) => ({
      ...{ assessment, window, milestone, verdict, reasons },
    })),
    changes: courseChanges(events, state),
    bound:
      state.bound === null ? null : { bound: state.bound.bound, message: state.bound.message, hint: state.bound.hint },
    needs,
    faults: documents.faults,
  };
};

/** The step that a build is in, or was left in. */
const stepStory = (
  begun: BuildState["begun"],
  documents: Documents,
  open: OpenRun,
): PlanStory | ScheduleStory | null => {
  const record = begun === null ? null : open(begun.run);
  if (begun !== null && record === null) documents.fault(begun.run, `the ${begun.step} is not in the store`);
  if (record?.kind === "planner") return planStory(record);
  return record?.kind === "run-all" ? scheduleStory(record, open, "whole") : null;
};

/** The limit that ended a step, or its order. */
const limitOf = (step: PlanStory | ScheduleStory | null): BuildStory["limit"] =>
  step?.limit ?? (step?.kind === "run-all" ? (stoppedOrder(step)?.limit ?? null) : null);

/** The windows, the one that is being planned included. */
const windowStories = (
  { windows, begun, current }: BuildState,
  step: PlanStory | ScheduleStory | null,
): readonly WindowStory[] => [
  ...windows.map((window) => windowStory(window, begun?.window === window.window ? step : null)),
  ...(begun?.step !== "plan"
    ? []
    : [
        {
          ...{ window: begun.window, milestone: current, plan: begun.run, run: null, verdict: null },
          ...{ orders: [], changes: [], abort: null },
          spending: step?.spending ?? NO_SPENDING,
        },
      ]),
];

const windowStory = (told: WindowTold, step: PlanStory | ScheduleStory | null): WindowStory => {
  const { window, milestone, run, orders, changes, abort, ended, spent } = told;
  const isOver = ended !== null || told.verdict !== "PASS" || orders.length === 0;
  const states = new Map((step?.kind === "run-all" ? step.orders : []).map(({ order, ...each }) => [order, each]));
  return {
    ...{ window, milestone, plan: run, run: ended?.run ?? step?.run_id ?? null, changes, abort },
    verdict: isOver ? (ended ?? told).verdict : null,
    orders: ordersTold(told).map((order) => {
      const now = order.state === "planned" ? states.get(order.id) : undefined;
      return now === undefined
        ? order
        : {
            ...order,
            state: now.state === "running" && step?.is_running === false ? "left" : STATES[now.state],
            commit: now.story?.commit?.commit ?? null,
            reviewed: now.reviewed ?? [],
          };
    }),
    spending: spentTogether([
      spendingIn(spent),
      ended === null ? (step?.spending ?? NO_SPENDING) : spendingIn(ended.spent),
    ]),
  };
};

const STATES: Readonly<Record<ScheduledOrder["state"], WindowOrder["state"]>> = {
  ...{ skipped: "landed", passed: "landed", failed: "failed", error: "left", running: "running", waiting: "planned" },
};

/** What looking back after each window took. */
const assessed = (events: readonly RunEvent[], isRunning: boolean) => {
  const taken = new Map<number, BuildStory["spending"][]>();
  for (const { key, spending } of questionsOf(events, isRunning)) {
    const call = callNamed(key);
    if ((call?.kind === "assessment" || call?.kind === "examination") && call.window !== null)
      taken.set(call.window, [...(taken.get(call.window) ?? []), spending]);
  }
  return taken;
};
