import type { RunEvent } from "@llmch/contract";
import type { Settings } from "@llmch/contract/settings";
import { monotonicClock } from "@llmch/files";
import { type Budget, createBudget, type Spent } from "@llmch/models";
import type { StoredRun } from "@llmch/store";
import { countedOf, timeSpent } from "@llmch/story";

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
