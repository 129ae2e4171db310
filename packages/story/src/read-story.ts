import type { Steps } from "@llmch/contract";
import { askStory } from "./ask-story.ts";
import { orderStory } from "./order-story.ts";
import { planStory } from "./plan-story.ts";
import type { OpenRun, RecordedRun } from "./record.ts";
import { scheduleStory } from "./schedule-story.ts";
import type { RunStory } from "./story.ts";

export { questionsInSteps, type ToldQuestions } from "./read-questions.ts";

/**
 * The story of a run: a fold over its journal and its documents. What cannot be understood becomes a fault of the story, and
 * the rest is still told. Throws nothing. The texts that writes were based on are not in the run's directory: see `withBases`.
 * @param open the store's other runs; a run-all's orders are looked up there
 * @param depth `outline` leaves out the stories and documents of a run-all's orders that passed: most of the work, where nobody asks for them
 */
export function* storyInSteps(
  record: RecordedRun,
  open: OpenRun,
  depth: "whole" | "outline" = "whole",
): Steps<RunStory> {
  switch (record.kind) {
    case "planner":
      return yield* planStory(record);
    case "factory":
      return yield* orderStory(record);
    case "ask":
      return yield* askStory(record);
    case "run-all":
      return yield* scheduleStory(record, open, depth);
  }
}
