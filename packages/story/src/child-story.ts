import type { RunEvent } from "@llmch/contract";
import { allOf, lastOf } from "./journal.ts";
import type { ChildStory } from "./stories/attempt.ts";

/** The orders that an attempt's order was divided into, and how each of them ended. */
export const childStories = (events: readonly RunEvent[]): readonly ChildStory[] => {
  const endings = new Map(allOf(events, "child_ended").map((event) => [event.order, event]));
  return (lastOf(events, "divided")?.children ?? []).map(({ order, title }) => {
    const ended = endings.get(order);
    const { verdict = null, attempts = 0, stage = null, summary = null } = ended ?? {};
    return { order, title, verdict, attempts, stage, summary };
  });
};
