import type { Evidence, FailureBrief, Need, ReviewedBy, RunConfig } from "@llmch/contract";
import type { JsonValue } from "@llmch/text";
import type { StoryHead } from "./head.ts";
import type { CommitDiff, OrderStory, PlanSource } from "./order.ts";

/** `llmch run-all`. */
export interface ScheduleStory extends StoryHead {
  readonly kind: "run-all";
  /** Left out for orders that no plan made. */
  readonly plan?: PlanSource;
  readonly branch: string | null;
  readonly baseline: string | null;
  /** The last commit; left out if there is none. */
  readonly tip?: string;
  /** What the branch changes from the baseline to that commit; left out if nobody asked git, or if git does not know. */
  readonly diff?: CommitDiff;
  /** What its PASS rests on; left out if it did not pass, or nothing landed. */
  readonly evidence?: Evidence;
  readonly config: RunConfig | null;
  /** What it waits for a person to decide or answer; left out if it does not. */
  readonly needs?: readonly Need[];
  readonly orders: readonly ScheduledOrder[];
  /** Why the plan failed as a whole, before its first order or after its last; null if it passed, left out if it was not judged. */
  readonly whole?: FailureBrief | null;
}

/** How an order of a run stands. `waiting`: for its turn, or for a person, then with `needs`. */
export type OrderState = "skipped" | "waiting" | "running" | "passed" | "failed" | "error";

export interface ScheduledOrder {
  readonly order: string;
  readonly state: OrderState;
  /** What it waits for a person to decide or answer; left out if it does not. */
  readonly needs?: readonly Need[];
  /** The order's document, as the schedule kept it. */
  readonly work_order: JsonValue | null;
  /** The id of its run; null if that did not begin. */
  readonly run: string | null;
  /** Null if it did not begin, or if its run is no longer in the store. */
  readonly story: OrderStory | null;
  /** Who reviewed its work; left out if nobody did, or if its story is not told. */
  readonly reviewed?: readonly ReviewedBy[];
}
