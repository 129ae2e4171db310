import type { PlannerQuestion, RunEvent } from "@llmch/contract";
import { followRun, type StoredRunName, storedStory } from "@llmch/records";
import { MAX_JOURNAL_BYTES, type OrderState, type RunStory, runSpending, type Spending } from "@llmch/story";
import { advanceLive, type LiveWork, liveState } from "@llmch/story/live";
import { createRedactor, isJsonObject, type JsonValue, textMember } from "@llmch/text";
import { eventInWords } from "../show/said.ts";
import type { Reader } from "../show/told-run.ts";

/** A run as it stands by now. */
export interface LiveRun {
  /** In outline. */
  readonly story: RunStory;
  /** Of a build, those of its last window. */
  readonly orders: readonly LiveOrder[];
  /** How far a plan has come that is in work, or the order that it is; null for none. */
  readonly work: LiveWork | null;
  /** What it took so far, with its parts. */
  readonly spending: Spending;
  /** Whether any of its work was committed. */
  readonly hasLanded: boolean;
  /** What its planner asked. */
  readonly asked: readonly PlannerQuestion[];
  /** The last lines of its log; `order` is null for what the run says as a whole. */
  readonly log: readonly { readonly at: string; readonly order: string | null; readonly text: string }[];
}

export interface LiveOrder {
  readonly id: string;
  readonly title: string;
  readonly state: OrderState;
  /** The id of its run; null if that did not begin. */
  readonly run: string | null;
  /** How far its attempt has come; null before the first, and once it has ended. */
  readonly work: LiveWork | null;
  /** What was said of it last. */
  readonly last: string | null;
  readonly commit: { readonly id: string; readonly files: number } | null;
}

/** As much of a log as is read at a glance. */
const MOST_LINES = 200;

/** Reads a run while it goes on, in its own journal and in those of its parts. */
export const liveRun = (run: StoredRunName, { root, secrets }: Pick<Reader, "root" | "secrets">): LiveRun => {
  const events = followRun({ root, ...run }, MAX_JOURNAL_BYTES)();
  const runs = new Map(events.flatMap((each) => (each.type === "order_run_started" ? [[each.order, each.run]] : [])));
  const orderOf = new Map([...runs].map(([order, id]) => [id, order]));
  const titles = new Map(events.flatMap((each) => (each.type === "order_started" ? [[each.order, each.title]] : [])));
  const lines = events.flatMap((event) =>
    eventInWords(event).map((text) => ({ at: event.ts, run: event.run_id, text })),
  );
  const story = storedStory(root, run, "outline");
  const orders = ordersOf(story).map(({ id, title, state }): LiveOrder => {
    const own = runs.get(id) ?? null;
    // Of one that waits, its last line says only how its process ended.
    const last = state === "waiting" ? null : (lines.findLast((line) => line.run === own)?.text ?? null);
    const landed = events.findLast((each) => each.type === "committed" && each.run_id === own);
    const commit = landed?.type === "committed" ? { id: landed.commit, files: landed.files.length } : null;
    return { id, title: titles.get(id) ?? title, state, run: own, work: workOf(own, events), last, commit };
  });
  // A build's plans are runs of their own.
  const begun = events.findLast((each) => each.type === "build_step_started");
  const work = workOf(begun?.type === "build_step_started" ? begun.run : run.runId, events);
  const asked = events.flatMap((each) => (each.type === "planner_asked" ? each.questions : []));
  const hasLanded = events.some(({ type }) => type === "committed");
  const log = lines.slice(-MOST_LINES).map(({ at, run: id, text }) => ({ at, order: orderOf.get(id) ?? null, text }));
  return createRedactor(secrets).value({
    story,
    orders,
    work,
    hasLanded,
    asked,
    spending: runSpending(events, story.is_running),
    log,
  });
};

/** What a run does that carries out one order, or makes a plan; null if it is another, or has ended. */
const workOf = (run: string | null, events: readonly RunEvent[]): LiveWork | null => {
  const own = events.filter(({ run_id }) => run_id === run);
  const isPlan = own.some(({ type }) => type === "compile_attempt_started");
  const before = liveState(isPlan ? { kind: "plan" } : { kind: "orders", orders: [] }, 0);
  const { compile, orders } = own.reduce(advanceLive, before);
  const work = compile ?? orders[0];
  return work !== undefined && work.attempt > 0 && work.ended_at === null ? work : null;
};

const ordersOf = (story: RunStory): readonly Pick<LiveOrder, "id" | "title" | "state">[] => {
  if (story.kind === "run-all")
    return story.orders.map((each) => ({
      ...{ id: each.order, title: titleIn(each.work_order), state: each.state },
    }));
  if (story.kind !== "build") return [];
  return (story.windows.at(-1)?.orders ?? []).map(({ id, title, state }) => ({ id, title, state: STATES[state] }));
};

const titleIn = (order: JsonValue | null): string => (isJsonObject(order) ? textMember(order, "title") : null) ?? "";

const STATES = { landed: "passed", failed: "failed", running: "running", planned: "waiting", left: "waiting" } as const;
