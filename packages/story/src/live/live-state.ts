import { type BuildState, buildState } from "@llmch/build/machine";
import type { RunEvent, Step } from "@llmch/contract";
import { runSpending } from "../questions.ts";
import { NO_SPENDING, spendingOfSteps, spentTogether } from "../spending.ts";
import type { Spending } from "../stories/spending.ts";

/** The activity inside a step, for a watcher. */
export type LiveDoing =
  | { readonly kind: "asking"; readonly since: number }
  | { readonly kind: "waiting"; readonly reason: string; readonly until: number }
  | { readonly kind: "command"; readonly command: string; readonly since: number }
  /** It has done what it can ahead of its turn, and waits for the orders before it. */
  | { readonly kind: "turn"; readonly of: "gates" | "order"; readonly since: number };

/** An order, or the compile of a plan, in progress. Times are milliseconds since the epoch, by the events' own clock. */
export interface LiveWork {
  /** 0 if no attempt has begun. */
  readonly attempt: number;
  readonly max_attempts: number;
  /** Null between steps, and for a compile. */
  readonly step: Step | null;
  readonly doing: LiveDoing | null;
  /** Moved by the time for which it only waited for its turn. */
  readonly started_at: number | null;
  readonly ended_at: number | null;
  readonly spending: Spending;
}

export interface LiveOrder extends LiveWork {
  readonly order: string;
  readonly title: string;
  readonly state: "skipped" | "waiting" | "running" | "passed" | "failed" | "error";
  /** The id of its run; null if that has not begun. */
  readonly run: string | null;
  /** Its open speculations, by number. */
  readonly ahead: readonly number[];
}

/** The compile of a plan, and the judgements on its attempts so far. */
export interface LiveCompile extends LiveWork {
  readonly judged: readonly { readonly attempt: number; readonly errors: number; readonly warnings: number }[];
}

/** A build, and what its own session does between its steps: it asks for a scope, or for an assessment. */
export interface LiveBuild extends LiveWork {
  /** The id of its run; null before its first event. */
  readonly run: string | null;
  /** Its own journal so far, and what the machine makes of it. */
  readonly events: readonly RunEvent[];
  readonly stands: BuildState;
}

/** A running command, as a watcher sees it: a fold over the events of its runs. */
export interface LiveState {
  readonly orders: readonly LiveOrder[];
  /** Null while orders are carried out. */
  readonly compile: LiveCompile | null;
  /** Null if the command is no build. Of one, the orders and the compile are those of its step. */
  readonly build: LiveBuild | null;
  /** How many orders may be open at once. */
  readonly jobs: number;
  /** Earlier sessions, of which nothing is known here, have used up a part of the limits. */
  readonly isResumed: boolean;
  readonly started_at: number;
  /** The total of all answers. */
  readonly spending: Spending;
}

/** What a command is about to do. */
export type LiveOutline =
  | { readonly kind: "plan" }
  /** With what its journal says of its earlier sessions. */
  | { readonly kind: "build"; readonly events: readonly RunEvent[] }
  | {
      readonly kind: "orders";
      readonly orders: readonly OutlinedOrder[];
      /** How many orders may be open at once; 1 if left out. */
      readonly jobs?: number;
    };

interface OutlinedOrder {
  readonly order: string;
  readonly title: string;
  readonly skipped: boolean;
}

export const NOT_BEGUN: LiveWork = {
  attempt: 0,
  max_attempts: 0,
  step: null,
  doing: null,
  started_at: null,
  ended_at: null,
  spending: NO_SPENDING,
};

/** The state before the first event. */
export const liveState = (outline: LiveOutline, now: number): LiveState => {
  const events = outline.kind === "build" ? outline.events : [];
  const stands = buildState(events);
  return {
    ...(outline.kind === "build" ? ofStep(stands) : { compile: outline.kind === "plan" ? COMPILE : null, orders: [] }),
    ...(outline.kind === "orders" ? { orders: outline.orders.map(outlined) } : {}),
    build: outline.kind === "build" ? { ...NOT_BEGUN, run: events[0]?.run_id ?? null, events, stands } : null,
    jobs: outline.kind === "orders" ? (outline.jobs ?? 1) : 1,
    isResumed: false,
    started_at: now,
    spending: spentTogether([runSpending(events), spendingOfSteps(events)]),
  };
};

const COMPILE: LiveCompile = { ...NOT_BEGUN, judged: [] };

/** What a build's step works on: a plan, or the orders of its window. */
export const ofStep = ({ begun, windows }: BuildState): Pick<LiveState, "compile" | "orders"> => {
  const planned = windows.find(({ window }) => window === begun?.window)?.orders ?? [];
  return {
    compile: begun?.step === "plan" ? COMPILE : null,
    orders: planned.map(({ id, title }) => outlined({ order: id, title, skipped: false })),
  };
};

export const outlined = ({ order, title, skipped }: OutlinedOrder): LiveOrder => ({
  ...{ ...NOT_BEGUN, order, title, state: skipped ? "skipped" : "waiting", run: null, ahead: [] },
});
