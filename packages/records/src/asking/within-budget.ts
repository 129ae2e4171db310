import type { Context } from "@llmch/config";
import type { Gateway, Spent } from "@llmch/models";
import { commandBudget, NOTHING_SPENT } from "./command-budget.ts";
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

type Place = Pick<Context, "secrets" | "signal"> & { readonly settings: Pick<Context["settings"], "values"> };

/**
 * Does work that asks models within the budget of the settings. However the work ends, its calls are aborted, and no timer
 * is left.
 */
export const withinBudget = async <Value>(
  { before = NOTHING_SPENT, jobs = 1, ...asked }: Budgeted,
  { settings, secrets, signal }: Place,
  work: (asking: Asking) => Promise<Value>,
): Promise<Value> => {
  const caps = settings.values.budget;
  const time = startTimeLimit(signal, caps.minutes, before.ms);
  try {
    const gateway = createRunGateway(asked, commandBudget(caps, before), { secrets, signal: time.signal }, jobs);
    return await work({ gateway, time });
  } finally {
    time.end();
    time.close();
  }
};
