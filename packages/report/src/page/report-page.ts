import type { RunStory } from "@llmch/story";
import { documentOf } from "../frame/document.ts";
import { html, type Markup, serialiseWithin } from "../markup/html.ts";
import { askPage } from "./ask-page.ts";
import { buildPage } from "./build-page.ts";
import { factoryPage, type ToldFirst } from "./factory-page.ts";
import { factsView, headView, type RunPage } from "./head.ts";
import { verdictWord } from "./mark.ts";
import { planPage } from "./plan-page.ts";

/** The facts on the page that are not in the story. */
export interface ReportFacts extends ToldFirst {
  /** The version of llmch that makes the page. */
  readonly version: string;
}

/** The size in bytes of a page of up to twenty orders. With more orders, each gets the same share. */
const PAGE_BYTES = 950_000;
const BYTES_OF_AN_ORDER = PAGE_BYTES / 20;

/**
 * The report of a run: one HTML file that loads nothing and opens from anywhere. The same story gives the same bytes. If the
 * file would grow too large, texts are cut, the largest first.
 */
export const reportPage = (story: RunStory, { version, ...first }: ReportFacts): string => {
  const { head, main } = runPage(story, first);
  const page = documentOf({
    title: `${verdictWord(story)} · ${nameOf(story)} · ${story.run_id} · llmch`,
    head: headView(story, head),
    main,
    foot: html`<footer><p>Made by llmch ${version} from the run’s own files. Times are UTC.</p></footer>`,
  });
  const orders = story.kind === "run-all" ? story.orders.length : 1;
  return serialiseWithin(page, Math.max(PAGE_BYTES, orders * BYTES_OF_AN_ORDER));
};

/** A run as a part of another page: what stopped it with its figures and facts, and everything below. */
export const runParts = (story: RunStory, first: ToldFirst): { readonly facts: Markup; readonly main: Markup } => {
  const { head, main } = runPage(story, first);
  return { facts: factsView(story, head), main };
};

const runPage = (story: RunStory, first: ToldFirst): RunPage => {
  switch (story.kind) {
    case "planner":
      return planPage(story);
    case "ask":
      return askPage(story);
    case "build":
      return buildPage(story, first);
    default:
      return factoryPage(story, first);
  }
};

const nameOf = (story: RunStory): string => {
  if (story.kind === "factory") return `run of ${story.order ?? "an order"}`;
  return { planner: "plan", "run-all": "run-all", ask: "question", build: "build" }[story.kind];
};
