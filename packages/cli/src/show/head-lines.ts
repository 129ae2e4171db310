import {
  caughtInWords,
  decisionInWords,
  designLine,
  durationInWords,
  localTime,
  type RunStory,
  type RunSummary,
  reviewedInWords,
  spendingInWords,
  spentOfBudget,
  stateWord,
} from "@llmch/story";
import { counted, evidenceInWords, printable } from "@llmch/text";
import { statePaint } from "../console/paint.ts";
import { labelled, type Page } from "./page.ts";

/** The first and last line of a story: the verdict, and what it is about. */
export const verdictLine = (story: RunStory, what: string, { colors }: Page): string => {
  const { state, verdict, run_id } = story;
  const said = state === "damaged" ? `its record cannot be read: \`llmch audit ${run_id}\` says why` : what;
  return `${statePaint(state, colors)(stateWord(state, verdict))}  ${said}`;
};

/** When, how long, by which model, where. */
export const factLines = (story: RunStory, page: Page): readonly string[] => {
  const when = [
    localTime(story.started_at),
    ...(story.duration_ms === null ? [] : [durationInWords(story.duration_ms)]),
  ];
  const spent = story.kind === "ask" ? spendingInWords(story.spending) : spentOfBudget(story);
  const models = story.kind === "run-all" || story.kind === "build" ? [] : modelsOf(story);
  const reviewed = reviewedInWords(story);
  return [
    ...labelled("run", `${story.run_id}, ${[...when, ...spent].join(", ")}`, { ...page, whole: true }),
    ...(story.design === undefined ? [] : labelled("design", designLine(story.design), page)),
    ...(models.length === 0 ? [] : labelled("model", models.join(", "), page)),
    ...(story.strength === undefined ? [] : labelled("strength", caughtInWords(story.strength), page)),
    ...(story.pull_request === undefined ? [] : labelled("pr", story.pull_request, page)),
    ...(reviewed === null ? [] : labelled("reviewed", reviewed, page)),
    ...(story.decisions ?? []).flatMap((each) =>
      each.decided === null
        ? // Whoever decides reads all of it.
          labelled("waits", [decisionInWords(each), each.shown ?? ""].join("\n"), { ...page, whole: true })
        : labelled("decided", `${decisionInWords(each)}, ${localTime(each.decided.at)}`, page),
    ),
  ];
};

/** What a PASS rests on. */
export const evidenceLines = (evidence: RunSummary["evidence"] | undefined, page: Page): readonly string[] => {
  const lines = evidence == null ? [] : labelled("evidence", evidenceInWords(evidence), page);
  return evidence?.tests === 0 ? lines.map(page.colors.yellow) : lines;
};

/** The run's warnings, and the faults found in its record. */
export const closingLines = (story: RunStory, page: Page): readonly string[] => {
  const { yellow, red } = page.colors;
  const faults = story.faults.map(({ file, line, message }) => `${file}${line === null ? "" : `:${line}`}: ${message}`);
  const shown = page.whole ? faults : faults.slice(0, MAX_FAULTS);
  const rest = faults.length - shown.length;
  return [
    ...story.warnings.map((warning) => yellow(`warning: ${printable(warning)}`)),
    ...shown.map((fault) => red(`fault: ${printable(fault)}`)),
    ...(rest === 0 ? [] : [red(`fault: ${counted(rest, "more fault")}: --verbose lists them`)]),
  ];
};

const MAX_FAULTS = 6;

/** The model that was asked for, and those that answered if they differ. */
const modelsOf = (story: Exclude<RunStory, { readonly kind: "run-all" | "build" }>): readonly string[] => {
  const { model } = story;
  const attempts = story.kind === "ask" ? [] : story.attempts;
  const answered = attempts.flatMap(({ exchange }) => (exchange?.model == null ? [] : [exchange.model]));
  const others = [...new Set(answered)].filter((name) => name !== model);
  return [...(model === null ? [] : [model]), ...(others.length === 0 ? [] : [`answered by ${others.join(", ")}`])];
};
