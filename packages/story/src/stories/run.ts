import type { AskStory } from "./ask.ts";
import type { BuildStory } from "./build.ts";
import type { OrderStory } from "./order.ts";
import type { PlanStory } from "./plan.ts";
import type { ScheduleStory } from "./schedule.ts";

/**
 * The story of a run: what its journal and its files say, in the order in which it happened. Every view of an ended run comes
 * from a story, and `llmch show --json` prints one. Texts are as they were recorded: the code that shows them makes them
 * harmless.
 */
export type RunStory = PlanStory | OrderStory | ScheduleStory | BuildStory | AskStory;
