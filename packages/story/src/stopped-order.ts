import { stoppedAt } from "./stopped-at.ts";
import type { OrderStory, ScheduleStory } from "./story.ts";

/** The story of the order that a run-all stopped at, or is working on; null if there is none in the store. */
export const stoppedOrder = ({ orders, verdict }: ScheduleStory): OrderStory | null => {
  const standing = orders.map(({ state, story }) => ({ state, story, exitCode: story?.exit_code ?? null }));
  return stoppedAt(standing, verdict !== null)?.story ?? null;
};

/** The brief of an order's last attempt; null if it has none. */
export const lastBrief = ({ attempts }: OrderStory) => attempts.at(-1)?.brief ?? null;
