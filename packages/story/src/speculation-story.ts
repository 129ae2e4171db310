import type { RunEvent } from "@llmch/contract";
import { stepsOf } from "./attempt-story.ts";
import { allOf } from "./journal.ts";
import type { SpeculationStory } from "./stories/order.ts";

/** The speculations of one order, in the order in which they began. Reads all events, those that do not count too. */
export const speculationStories = (all: readonly RunEvent[]): readonly SpeculationStory[] =>
  allOf(all, "speculation_started").map(({ speculation = 0, ts }) => ({
    speculation,
    started_at: ts,
    steps: stepsOf(all.filter((event) => event.speculation === speculation)),
  }));
