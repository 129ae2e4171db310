import type { Settings } from "@llmch/contract/settings";
import { monotonicClock } from "@llmch/host";
import { type Budget, createBudget, type Spent } from "@llmch/models";

const NOTHING_SPENT: Spent = { usd: 0, tokens: 0, ms: 0 };

/** What a command may spend, by its settings; what earlier lives of the run spent counts. */
export const commandBudget = (caps: Settings["budget"], before: Spent = NOTHING_SPENT): Budget =>
  createBudget(caps, before, monotonicClock.monotonicMs);
