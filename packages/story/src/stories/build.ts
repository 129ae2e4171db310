import type { EventOf, OrderTold } from "@llmch/build/machine";
import type { BuildConfig, Evidence, Need, RunVerdict } from "@llmch/contract";
import type { StoryHead } from "./head.ts";
import type { Spending } from "./spending.ts";

/** `llmch build`: its steps are runs of their own. Times, tokens and cost include theirs. */
export interface BuildStory extends StoryHead {
  readonly kind: "build";
  readonly spec: string | null;
  /** The build that it goes on with; null for none. */
  readonly continues: string | null;
  readonly config: BuildConfig | null;
  /** False for one that is a plan and its orders. */
  readonly scoped: boolean;
  /** Null until the first window's orders ended. */
  readonly branch: string | null;
  /** What a PASS rests on; left out otherwise. */
  readonly evidence?: Evidence;
  readonly baseline: string | null;
  /** None if it has no scope, or none yet. */
  readonly milestones: readonly MilestoneStory[];
  /** In order; the last one may still be planned or carried out. */
  readonly windows: readonly WindowStory[];
  /** What the next window is told by those before. */
  readonly notes: readonly string[];
  readonly assessments: readonly AssessmentStory[];
  readonly changes: readonly CourseChange[];
  /** The bound that ended its last session; null if none did. */
  readonly bound: { readonly bound: string; readonly message: string; readonly hint: string } | null;
  /** What it waits for a person to decide or answer. */
  readonly needs: readonly Need[];
}

/** What a user can do once it is reached. */
export interface MilestoneStory {
  readonly id: string;
  readonly outcome: string;
  readonly state: "done" | "current" | "next";
  /** The commands of its acceptance that failed when they ran last, if that was on the branch as it is. */
  readonly failing: readonly string[];
  /** What its windows took, and looking back on them. */
  readonly spending: Spending;
}

/** The orders that were planned at once, and what came of them. */
export interface WindowStory extends Pick<EventOf<"window_planned">, "window" | "milestone" | "changes" | "abort"> {
  /** The id of the run that planned it. */
  readonly plan: string;
  /** The id of the run-all that carried it out; null if none did. */
  readonly run: string | null;
  /** How it ended; null until then. */
  readonly verdict: RunVerdict | null;
  readonly orders: readonly WindowOrder[];
  readonly spending: Spending;
}

/** An order of a window, and what became of it so far. */
export type WindowOrder = Omit<OrderTold, "state"> & { readonly state: OrderTold["state"] | "running" };

/** How a build stood after a window. */
export type AssessmentStory = Pick<EventOf<"assessed">, "assessment" | "window" | "milestone" | "verdict" | "reasons">;

/** What turned a build or kept it on its way: an order that failed, a note that was dropped, an assessment, other milestones. */
export interface CourseChange {
  /** The window in or after which. */
  readonly window: number;
  readonly what: string;
  /** The reasons, or how the milestones differ, a line each. */
  readonly why: readonly string[];
}
