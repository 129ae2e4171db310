import type { PlannerQuestion } from "@llmch/contract";
import { followRun, type StoredRunName, storedStory } from "@llmch/records";
import { MAX_JOURNAL_BYTES, type OrderState, type RunStory, runSpending, type Spending } from "@llmch/story";
import { createRedactor, isJsonObject, type JsonValue, textMember } from "@llmch/text";
import { eventInWords } from "../show/said.ts";
import type { Reader } from "../show/told-run.ts";

/** A run as it stands by now. */
export interface LiveRun {
  /** In outline. */
  readonly story: RunStory;
  /** Of a build, those of its last window. */
  readonly orders: readonly LiveOrder[];
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
    return { id, title: titles.get(id) ?? title, state, run: own, last, commit };
  });
  const asked = events.flatMap((each) => (each.type === "planner_asked" ? each.questions : []));
  const hasLanded = events.some(({ type }) => type === "committed");
  const log = lines.slice(-MOST_LINES).map(({ at, run: id, text }) => ({ at, order: orderOf.get(id) ?? null, text }));
  return createRedactor(secrets).value({
    story,
    orders,
    hasLanded,
    asked,
    spending: runSpending(events, story.is_running),
    log,
  });
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
