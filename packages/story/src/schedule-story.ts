import { evidenceIn, needsIn, type RunEvent, standingConfig } from "@llmch/contract";
import { accepted, EXIT, type JsonValue } from "@llmch/text";
import { type Documents, documentsOf } from "./documents.ts";
import { headOf } from "./head.ts";
import { allOf, firstOf, lastOf, toldJournal } from "./journal.ts";
import { orderStoryAndTimes } from "./order-story.ts";
import { planOf } from "./plan-source.ts";
import type { OpenRun, RecordedRun } from "./record.ts";
import { withReviewers } from "./reviewed.ts";
import { type TimedEvent, timeSpent } from "./sessions.ts";
import { spentTogether } from "./spending.ts";
import { stateAfter } from "./stopped-at.ts";
import type { ScheduledOrder, ScheduleStory } from "./stories/schedule.ts";

/** The story of a run-all, with those of its orders' runs that are still in the store. */
export const scheduleStory = (record: RecordedRun, open: OpenRun, depth: "whole" | "outline"): ScheduleStory => {
  const documents = documentsOf(record);
  const journal = toldJournal(record, documents);
  const started = firstOf(journal.events, "schedule_started");
  const head = headOf(record, documents, journal);
  const summary = head.verdict !== null && head.state !== "damaged" ? documents.object("run_summary.json") : {};
  const needs = head.exit_code === EXIT.waiting ? needsIn(summary) : [];
  const evidence = evidenceIn(summary);
  const times: TimedEvent[] = [];
  const unreviewed = scheduledOrders(journal.events, documents, open, depth, times);
  const orders = unreviewed.map((order) => withReviewers(order, head.decisions ?? []));
  const ended = new Map(allOf(journal.events, "order_run_ended").map(({ order, commit }) => [order, commit]));
  const judged = lastOf(journal.events, "plan_judged");
  const commits = orders.map(({ order, story }) => story?.commit?.commit ?? ended.get(order) ?? null);
  const tip = commits.findLast((commit) => commit !== null) ?? null;
  const first = documents.json<JsonValue>(`${started?.folder ?? "orders"}/${orders[0]?.order ?? ""}.json`, accepted);
  return {
    ...head,
    // An interrupted session worked on its orders after it last wrote to its own journal.
    duration_ms: journal.events.length === 0 ? null : timeSpent(journal.events, times),
    spending: spentTogether([
      head.spending,
      ...orders.flatMap(({ story }) => (story === null ? [] : [story.spending])),
    ]),
    kind: "run-all",
    ...planOf(first, open),
    ...(tip === null ? {} : { tip }),
    branch: started?.branch ?? null,
    baseline: started?.baseline ?? null,
    ...(evidence === null ? {} : { evidence }),
    config: started && standingConfig(started.config, journal.events),
    ...(needs.length === 0 ? {} : { needs }),
    orders,
    ...(judged === null ? {} : { whole: judged.brief }),
    faults: documents.faults,
  };
};

const scheduledOrders = (
  events: readonly RunEvent[],
  documents: Documents,
  open: OpenRun,
  depth: "whole" | "outline",
  times: TimedEvent[],
): readonly ScheduledOrder[] => {
  const started = firstOf(events, "schedule_started");
  const skipped = new Set(started?.skipped);
  const leftOut = new Set(allOf(events, "order_skipped").map(({ order }) => order));
  const runs = runsOf(events);
  const ids = new Set([...(started?.orders.map(({ order }) => order) ?? []), ...runs.keys()]);
  const orderOf = (order: string): ScheduledOrder => {
    const run = runs.get(order);
    const isTold = depth === "whole" || run?.state !== "passed";
    const record = isTold && run !== undefined ? open(run.id) : null;
    const told = record === null ? null : orderStoryAndTimes(record, open);
    const story = told?.story ?? null;
    times.push(...(told?.times ?? []));
    if (isTold && run !== undefined && record === null)
      documents.fault(run.id, `the run of ${order} is not in the store`);
    const state = leftOut.has(order) ? "skipped" : (run?.state ?? (skipped.has(order) ? "skipped" : "waiting"));
    return {
      order,
      // A process that was killed between writing to the two journals has recorded it only in the order's.
      state: state === "running" && story?.verdict != null ? stateAfter(story.verdict, story.exit_code) : state,
      ...(story === null || story.needs.length === 0 || story.verdict === "PASS" ? {} : { needs: story.needs }),
      work_order: isTold ? documents.json<JsonValue>(`${started?.folder ?? "orders"}/${order}.json`, accepted) : null,
      run: run?.id ?? null,
      story,
    };
  };
  const orders: ScheduledOrder[] = [];
  for (const id of ids) {
    orders.push(orderOf(id));
  }
  return orders;
};

/** The state of each order's run, from the schedule's own journal. If an order has several runs, the last one counts. */
const runsOf = (
  events: readonly RunEvent[],
): ReadonlyMap<string, { readonly id: string; readonly state: ScheduledOrder["state"] }> => {
  const runs = new Map<string, { id: string; state: ScheduledOrder["state"] }>();
  for (const event of events) {
    if (event.type === "order_run_started") runs.set(event.order, { id: event.run, state: "running" });
    if (event.type === "order_run_ended")
      runs.set(event.order, { id: event.run, state: stateAfter(event.verdict, event.exit_code) });
  }
  return runs;
};
