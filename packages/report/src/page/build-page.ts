import type { BuildStory } from "@llmch/story";
import { html, type Markup } from "../markup/html.ts";
import { code, headView } from "./head.ts";
import { recordSection } from "./record.ts";

/** The page of a build. */
export const buildPage = (story: BuildStory): { readonly head: Markup; readonly main: Markup } => {
  const windows = story.events.filter(({ type }) => type === "window_ended").length;
  const head = headView(story, {
    kind: "llmch build",
    title: story.spec ?? "a spec",
    figure: ["Windows", String(windows)],
    facts: [["Repo", code(story.config?.repo ?? null)]],
  });
  return { head, main: html`${recordSection(story)}` };
};
