import { type Evidence, evidenceIn, type LimitReached, type RunKind, type RunVerdict } from "@llmch/contract";
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  member,
  numberMember,
  objectMember,
  objectsMember,
  textMember,
} from "@llmch/text";
import { timeSpent } from "./sessions.ts";
import { spendingOf, spentTogether } from "./spending.ts";
import { stateAfter, stoppedAt } from "./stopped-at.ts";
import type { OrderState } from "./stories/schedule.ts";
import type { Spending } from "./stories/spending.ts";

/** A run in one line, for a list of many runs. */
export interface RunSummary {
  readonly kind: RunKind;
  readonly run_id: string;
  /** False if it ended before anything began. */
  readonly is_begun: boolean;
  /** True if its journal does not begin like one of llmch's. */
  readonly is_damaged: boolean;
  readonly verdict: RunVerdict | null;
  readonly exit_code: number | null;
  /** The spec of a plan or a build. */
  readonly spec: string | null;
  /** A user's question about a repo. */
  readonly question: string | null;
  /** The order of an order's run. */
  readonly order: string | null;
  /** Its title; of any other run the headline of the spec, if it is known. */
  readonly title: string | null;
  /** The id of the run-all that an order's run belongs to. */
  readonly schedule: string | null;
  /** The orders of a run-all; null for any other run. */
  readonly orders: OrderCount | null;
  /** How far a build has come; null for any other run. */
  readonly build: BuildCount | null;
  /** The ids of the runs of a run-all's orders, or of a build's steps. */
  readonly runs: readonly string[];
  readonly attempts: number;
  /** True if it ended because its model objected to an order. */
  readonly objected: boolean;
  /** True if it ended because its model could not be asked. */
  readonly unavailable: boolean;
  /** How its last session ended, for what comes next. */
  readonly ending: RunEnding;
  /** The commit that the order became. */
  readonly commit: string | null;
  /** What the commit rests on. */
  readonly evidence: Evidence | null;
  readonly branch: string | null;
  readonly repo: string | null;
  readonly started_at: string | null;
  readonly last_at: string | null;
  readonly duration_ms: number | null;
  /** Its own: a run-all's orders and a build's steps have theirs. */
  readonly spending: Spending;
}

/** What stopped a run, as far as its own journal tells. */
export interface RunEnding {
  /** The stages at which its orders failed. */
  readonly stages: readonly string[];
  readonly limit: LimitReached | null;
  /** Whether work that passed could not be committed, such as on a branch that somebody else moved. */
  readonly isUncommitted: boolean;
  /** The variable that raises the bound of a build that was reached. */
  readonly raise: string | null;
  /** The line that finds the commit at which the plan as a whole began to fail. */
  readonly bisect: string | null;
  /** The orders' folder of a run in which a person did a model's work, and no model was asked. */
  readonly byHand: string | null;
}

export interface OrderCount {
  readonly total: number;
  /** By this run. */
  readonly passed: number;
  /** Before this run. */
  readonly skipped: number;
  /** The order that it stopped at or works on, if one did not pass. */
  readonly stopped_at: string | null;
}

export interface BuildCount {
  /** 0 if it has no scope. */
  readonly milestones: number;
  readonly done: number;
  /** How many orders landed. */
  readonly landed: number;
}

/**
 * Summarizes a run from the text of its journal, quickly: checks neither checksums nor schemas (`readStory` does). Never throws, whatever
 * the text is.
 */
export const summarizeRun = (kind: RunKind, runId: string, journal: string): RunSummary => {
  const events = objectsIn(journal);
  const own = ownEvents(events);
  const first = events[0] ?? {};
  const type = textMember(first, "type");
  const end = events.findLast((event) => isOf(event, "run_finished") || isOf(event, "resumed"));
  const finished = end !== undefined && isOf(end, "run_finished") ? end : {};
  const verdict = VERDICTS.find((known) => known === member(finished, "verdict")) ?? null;
  const runs = runsOf(events);
  const commit = textMember(events.findLast((event) => isOf(event, "committed")) ?? {}, "commit");
  const stage = lastStage(own);
  const config = objectMember(first, "config");
  return {
    kind,
    run_id: runId,
    is_begun: journal.includes("\n"),
    is_damaged: journal.includes("\n") && type !== BEGINNINGS[kind],
    verdict,
    exit_code: numberMember(finished, "exit_code"),
    spec: textMember(first, "spec"),
    question: textMember(first, "question"),
    order: textMember(first, "order"),
    title: textMember(first, "title"),
    schedule: textMember(first, "schedule"),
    orders:
      type === "schedule_started"
        ? orderCount(
            events.findLast((event) => isOf(event, "schedule_started")) ?? first,
            runs,
            new Set(events.flatMap((event) => (isOf(event, "order_skipped") ? [textMember(event, "order")] : []))),
            verdict !== null,
          )
        : null,
    build: type === "build_started" ? buildCount(events) : null,
    runs: type === "build_started" ? stepsOf(events) : [...runs.values()].map(({ run }) => run),
    attempts: attemptsIn(own),
    objected: verdict === "FAIL" && stage === "objected",
    unavailable: verdict === "ERROR" && stage === "model_unavailable",
    ending: {
      ...endingOf(events),
      stages: type === "order_started" ? [stage ?? []].flat() : failedStages(events),
      byHand: member(config, "by_hand") === true ? textMember(config, "orders") : null,
    },
    commit,
    evidence: commit === null ? null : evidenceIn(events.findLast((event) => isOf(event, "committing")) ?? {}),
    branch:
      textMember(first, "branch") ??
      textMember(events.findLast((event) => isOf(event, "window_ended")) ?? {}, "branch"),
    repo: textMember(config, "repo") ?? textMember(first, "repo"),
    started_at: textMember(first, "ts"),
    last_at: textMember(events.at(-1) ?? {}, "ts"),
    duration_ms: events.length === 0 ? null : timeSpent(events.map(timed)),
    spending: spentTogether(events.flatMap(chargeOf)),
  };
};

/** The objects in the complete lines of a journal. */
const objectsIn = (journal: string): readonly JsonObject[] =>
  journal
    .slice(0, Math.max(0, journal.lastIndexOf("\n")))
    .split("\n")
    .flatMap((line) => {
      try {
        const value: JsonValue = JSON.parse(line);
        return isJsonObject(value) ? [value] : [];
      } catch {
        return [];
      }
    });

const BEGINNINGS = {
  planner: "plan_started",
  factory: "order_started",
  "run-all": "schedule_started",
  ask: "ask_started",
  build: "build_started",
} as const;
const VERDICTS = ["PASS", "FAIL", "ERROR"] as const;
const QUESTION_ENDS = ["model_answered", "model_failed"] as const;

/** What the last session says of why it stopped. */
const endingOf = (events: readonly JsonObject[]): Omit<RunEnding, "stages" | "byHand"> => {
  const last = events.slice(1 + events.findLastIndex((event) => isOf(event, "resumed")));
  const find = (type: string) => last.findLast((event) => isOf(event, type)) ?? {};
  const reached = find("limit_reached");
  const limit = LIMITS.find((known) => known === member(reached, "limit"));
  const count = (name: string) => numberMember(reached, name) ?? 0;
  return {
    limit: limit === undefined ? null : { limit, cap: count("cap"), spent: count("spent"), needed: count("needed") },
    isUncommitted:
      member(find("step_finished"), "step") === "finalize" && member(find("step_finished"), "ok") === false,
    raise: /LLMCH_[A-Z_]+=\d+/.exec(textMember(find("bound_reached"), "hint") ?? "")?.[0] ?? null,
    bisect: textMember(objectMember(find("plan_judged"), "brief"), "bisect"),
  };
};
const LIMITS = ["usd", "tokens", "minutes"] as const;

const isOf = (event: JsonObject, ...types: readonly string[]): boolean =>
  types.some((type) => member(event, "type") === type);

/** Counts each attempt once, however often it was started, but not one whose model could not be asked. */
const attemptsIn = (events: readonly JsonObject[]): number => {
  const made = new Set<number>();
  for (const event of events) {
    const attempt = numberMember(event, "attempt") ?? Number.NaN;
    if (isOf(event, "attempt_started", "compile_attempt_started")) made.add(attempt);
    if (isOf(event, "attempt_failed") && stageIn(event) === "model_unavailable") made.delete(attempt);
  }
  return made.size;
};

/** The last recorded stage of an order, among those that are read. */
const lastStage = (events: readonly JsonObject[]): string | null => {
  const last = events.findLast((event) =>
    isOf(event, "attempt_started", "attempt_failed", "order_revised", "order_run_ended"),
  );
  return last === undefined ? null : stageIn(last);
};

/** Of the orders that failed in a run-all, or in the last window of a build. */
const failedStages = (events: readonly JsonObject[]): readonly string[] => {
  const last = new Map(
    events.flatMap((event) =>
      isOf(event, "order_run_ended", "order_skipped") ? [[member(event, "order"), event] as const] : [],
    ),
  );
  const window = objectsMember(events.findLast((event) => isOf(event, "window_ended")) ?? {}, "failed");
  const whole = events.findLast((event) => isOf(event, "plan_judged"));
  return [...last.values(), ...window, ...(whole === undefined ? [] : [whole])].flatMap((ended) =>
    member(ended, "verdict") === "PASS" ? [] : (stageIn(ended) ?? []),
  );
};

const stageIn = (event: JsonObject): string | null =>
  textMember(event, "stage") ?? textMember(objectMember(event, "brief"), "stage");

/** Leaves out what children of a divided order did, and work ahead of the order's turn. */
const ownEvents = (events: readonly JsonObject[]): readonly JsonObject[] =>
  events.filter((event) => member(event, "child") === undefined && numberMember(event, "speculation") === null);

/** An order's run, as the run-all's journal has it. */
interface OrderRun {
  readonly run: string;
  readonly state: OrderState;
  readonly exitCode: number | null;
}

const runsOf = (events: readonly JsonObject[]): ReadonlyMap<string, OrderRun> => {
  const runs = new Map<string, OrderRun>();
  for (const event of events) {
    const order = textMember(event, "order");
    const run = textMember(event, "run");
    if (order === null || run === null) continue;
    const verdict = VERDICTS.find((known) => known === member(event, "verdict"));
    const exitCode = numberMember(event, "exit_code");
    const state = verdict === undefined ? "running" : stateAfter(verdict, exitCode);
    runs.set(order, { run, state, exitCode });
  }
  return runs;
};

const orderCount = (
  first: JsonObject,
  runs: ReadonlyMap<string, OrderRun>,
  leftOut: ReadonlySet<string | null>,
  isOver: boolean,
): OrderCount => {
  const orders = pickedIds(member(first, "orders"));
  const skipped = member(first, "skipped");
  const places = new Set([...orders, ...runs.keys()]);
  const begun = [...places].flatMap((order) => {
    const run = runs.get(order);
    return run === undefined || leftOut.has(order) ? [] : [{ ...run, order }];
  });
  return {
    total: orders.length,
    passed: begun.filter(({ state }) => state === "passed").length,
    stopped_at: stoppedAt(begun, isOver)?.order ?? null,
    skipped: Array.isArray(skipped)
      ? skipped.filter((order) => typeof order === "string" && !runs.has(order)).length
      : 0,
  };
};

const buildCount = (events: readonly JsonObject[]): BuildCount => {
  const scope = events.findLast((event) => isOf(event, "scope_taken")) ?? {};
  const isReached = (event: JsonObject) =>
    isOf(event, "milestone_reached") || (isOf(event, "assessed") && member(event, "verdict") === "complete");
  const reached = events.filter(isReached);
  return {
    milestones: objectsMember(scope, "milestones").length,
    done: new Set(reached.map((event) => member(event, "milestone"))).size,
    landed: new Set(events.flatMap((event) => objectsMember(event, "landed").map((landed) => member(landed, "order"))))
      .size,
  };
};

/** The runs that a build planned with and carried out, each once. */
const stepsOf = (events: readonly JsonObject[]): readonly string[] => [
  ...new Set(events.flatMap((event) => (isOf(event, "build_step_started") ? (textMember(event, "run") ?? []) : []))),
];

const pickedIds = (orders: JsonValue | undefined): readonly string[] =>
  Array.isArray(orders) ? orders.map((each) => (isJsonObject(each) ? textMember(each, "order") : null) ?? "") : [];

const timed = (event: JsonObject) => ({
  type: textMember(event, "type") ?? "",
  ts: textMember(event, "ts") ?? "",
  duration_ms: numberMember(event, "duration_ms"),
});

const chargeOf = (event: JsonObject): readonly Spending[] => {
  const type = QUESTION_ENDS.find((known) => isOf(event, known));
  if (type === undefined) return [];
  const usage = member(event, "usage");
  const count = (name: string) => (isJsonObject(usage) ? (numberMember(usage, name) ?? 0) : 0);
  const charge = {
    type,
    usage: isJsonObject(usage)
      ? {
          input_tokens: count("input_tokens"),
          output_tokens: count("output_tokens"),
          cached_tokens: count("cached_tokens"),
          reasoning_tokens: count("reasoning_tokens"),
        }
      : null,
    cost_usd: member(event, "cost_usd") === undefined ? undefined : numberMember(event, "cost_usd"),
    lost_calls: numberMember(event, "lost_calls") ?? 0,
    estimated: estimateIn(member(event, "estimated")),
    provider: textMember(event, "provider") ?? undefined,
  };
  return [spendingOf(charge)];
};

const estimateIn = (estimated: JsonValue | undefined) => {
  if (!isJsonObject(estimated)) return undefined;
  const count = (name: string) => numberMember(estimated, name) ?? 0;
  return {
    ...{ calls: count("calls"), input_tokens: count("input_tokens"), output_tokens: count("output_tokens") },
    usd: numberMember(estimated, "usd"),
  };
};
