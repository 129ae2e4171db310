import type { Context } from "@llmch/config";
import type { RunEvent } from "@llmch/contract";
import type { Settings } from "@llmch/contract/settings";
import { monotonicClock } from "@llmch/files";
import { type Budget, createBudget, type Gateway, type Spent } from "@llmch/models";
import type { StoredRun } from "@llmch/store";
import { countedOf, timeSpent } from "@llmch/story";
import { type AskedModels, createRunGateway } from "./gateway.ts";
import { startTimeLimit, type TimeLimit } from "./time-limit.ts";

/** What a command asks, and how much of its budget is gone. */
export interface Budgeted extends AskedModels {
  /** What previous sessions of the run spent; nothing if left out. */
  readonly before?: Spent;
  /** The most calls open at once to one server; 1 if left out. */
  readonly jobs?: number;
}

/** How a command asks its models, and when it must stop. */
export interface Asking {
  readonly gateway: Gateway;
  readonly time: Omit<TimeLimit, "close">;
}

type Place = Pick<Context, "secrets" | "signal" | "spentElsewhere"> & {
  readonly settings: Pick<Context["settings"], "values">;
};

/**
 * Does work that asks models within the budget of the settings. However the work ends, its calls are aborted, and no timer
 * is left.
 */
export const withinBudget = async <Value>(
  { before: own = NOTHING_SPENT, jobs = 1, ...asked }: Budgeted,
  { settings, secrets, signal, spentElsewhere: others = NOTHING_SPENT }: Place,
  work: (asking: Asking) => Promise<Value>,
): Promise<Value> => {
  const caps = settings.values.budget;
  const before = { usd: own.usd + others.usd, tokens: own.tokens + others.tokens, ms: own.ms + others.ms };
  const time = startTimeLimit(signal, caps.minutes, before.ms);
  try {
    const gateway = createRunGateway(asked, commandBudget(caps, before), { secrets, signal: time.signal }, jobs);
    return await work({ gateway, time });
  } finally {
    time.end();
    time.close();
  }
};

export const NOTHING_SPENT: Spent = { usd: 0, tokens: 0, ms: 0 };

/** What a command may spend according to its settings, less what previous sessions of the run spent. */
export const commandBudget = (caps: Settings["budget"], before: Spent = NOTHING_SPENT): Budget =>
  createBudget(caps, before, monotonicClock.monotonicMs);

/**
 * What the previous sessions of a run spent of its budget.
 * @param parts the runs of its orders, if it is a run-all
 */
export const spentBefore = (earlier: StoredRun, parts: readonly StoredRun[] = []): Spent => {
  const own = eventsOf(earlier);
  const partEvents = parts.flatMap(eventsOf);
  return { ...countedOf([...own, ...partEvents]), ms: timeSpent(own, partEvents) };
};

const eventsOf = ({ journal }: StoredRun): readonly RunEvent[] => journal.events;
