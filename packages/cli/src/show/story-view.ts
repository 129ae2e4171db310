import type { OwedPush } from "@llmch/app";
import type { NextCommand, OrderStory, RunStory, RunSummary } from "@llmch/story";
import { askEnding, askLines } from "./ask-view.ts";
import { buildEnding, buildLines } from "./build-view.ts";
import { verdictLine } from "./head-lines.ts";
import { type OrderView, orderEnding, orderLines, orderPart } from "./order-view.ts";
import { labelled, type Page } from "./page.ts";
import { planEnding, planLines } from "./plan-view.ts";
import { scheduleEnding, scheduleLines } from "./schedule-view.ts";

/** How the story of a run is shown. */
export interface StoryView extends OrderView {
  /** Summaries of the orders' runs of a run-all. */
  readonly summaryOf: (runId: string) => RunSummary;
  /** What to do next, and files that tell more. */
  readonly next: readonly NextCommand[];
  readonly open: readonly string[];
  /** The push that the run owes; null if it owes none. */
  readonly owed: OwedPush | null;
  /** The work that waits for a decision, in words; null if none does. */
  readonly waits: string | null;
}

/**
 * The story of a run as lines: what happened, what to do now, and the verdict as the last line.
 * @param detail the order whose attempts are shown: the run's own, or the one that a run-all stopped at; null for none
 */
export const storyLines = (
  story: RunStory,
  detail: OrderStory | null,
  view: StoryView,
  page: Page,
): readonly string[] => {
  const close = (ending: string) => closing(story, ending, view, page);
  switch (story.kind) {
    case "planner":
      return [...planLines(story, view, page), ...close(planEnding(story))];
    case "factory": {
      const told = detail ?? story;
      return [...orderLines(told, view, page), ...close(orderEnding(told))];
    }
    case "build":
      return [...buildLines(story, page), ...close(buildEnding(story))];
    case "ask":
      return [...askLines(story, page), ...close(askEnding(story))];
    case "run-all": {
      const told = detail === null ? [] : orderPart(detail, view, page);
      return [
        ...scheduleLines(story, view.summaryOf, page),
        ...told,
        ...close(scheduleEnding(story, detail === null ? null : orderEnding(detail))),
      ];
    }
  }
};

const closing = (
  story: RunStory,
  ending: string,
  { next: steps, open, owed, waits }: StoryView,
  page: Page,
): readonly string[] => {
  const { dim } = page.colors;
  const longest = Math.max(0, ...steps.map(({ command }) => command.length));
  return [
    ...open.flatMap((file, index) => labelled(index === 0 ? "open" : "", file, page)),
    ...(waits === null ? [] : labelled("changes", waits, page)),
    ...(owed === null ? [] : labelled("push", `${owed.branch} was not pushed by the run: ${owed.why}`, page)),
    ...steps.flatMap(({ command, why }, index) => {
      const isWide = 11 + longest + 2 + why.length > page.width;
      const line = isWide ? command : `${command.padEnd(longest)}  ${dim(why)}`;
      return `  ${dim((index === 0 ? "next" : "").padEnd(9))}${line}`;
    }),
    "",
    verdictLine(story, ending, page),
  ];
};
