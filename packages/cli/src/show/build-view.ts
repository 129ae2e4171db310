import { counted } from "@llmch/app/drawing";
import type { BuildStory } from "@llmch/story";
import { closingLines, factLines, verdictLine } from "./head-lines.ts";
import { labelled, type Page } from "./page.ts";

/** The story of a build. */
export const buildLines = (story: BuildStory, page: Page): readonly string[] => [
  verdictLine(story, buildEnding(story), page),
  ...factLines(story, page),
  ...labelled("folder", story.directory, page),
  "",
  ...closingLines(story, page),
];

/** How it ended, in a few words. */
export const buildEnding = ({ events }: BuildStory): string =>
  `a build, ${counted(events.filter(({ type }) => type === "window_ended").length, "window")}`;
