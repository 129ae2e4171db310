import { askStory } from "./ask-story.ts";
import { buildStory } from "./build-story.ts";
import { orderStory } from "./order-story.ts";
import { planStory } from "./plan-story.ts";
import type { OpenRun, RecordedRun } from "./record.ts";
import { scheduleStory } from "./schedule-story.ts";
import type { RunStory } from "./stories/run.ts";

export { questionsOfRun, type ToldQuestions } from "./read-questions.ts";

/**
 * The story of a run: a fold over its journal and its documents. What cannot be understood becomes a fault of the story, and the
 * rest is still told. Never throws. The texts that writes were based on are not in the run's directory: see `withBases`.
 * @param open the store's other runs, to look up a run-all's orders, and the plan that they come from
 * @param depth `outline` leaves out the stories and documents of a run-all's orders that passed: they are most of the work
 */
export const readStory = (record: RecordedRun, open: OpenRun, depth: "whole" | "outline" = "whole"): RunStory => {
  switch (record.kind) {
    case "planner":
      return planStory(record);
    case "factory":
      return orderStory(record, open);
    case "ask":
      return askStory(record);
    case "build":
      return buildStory(record, open);
    case "run-all":
      return scheduleStory(record, open, depth);
  }
};
