import { excerptLines, exitInWords } from "@llmch/app";
import {
  type AttemptDiffs,
  type AttemptStory,
  type Brief,
  childInWords,
  durationInWords,
  escalationInWords,
  type FileDiff,
  notesInWords,
  type ReviewNoteStory,
  type ReviewStory,
  STAGE_EXPLANATIONS,
  type StepStory,
  toolsInWords,
} from "@llmch/story";
import { dollarsInWords, notePlace, printable, shortCommand, tokensInWords } from "@llmch/text";
import { diffLines } from "./diff-lines.ts";
import { exchangeLines } from "./exchange-lines.ts";
import { folded, indented, labelled, labelledCommand, type Page } from "./page.ts";

const EXCERPT_LINES = 14;
const DIFF_LINES = 24;

/**
 * One attempt: which gates it passed, what the model said and wrote, and why it was refused.
 * @param how the command that shows all of it
 */
export const attemptLines = (
  attempt: AttemptStory,
  diffs: AttemptDiffs | undefined,
  how: string,
  page: Page,
): readonly string[] => {
  const { exchange, proposal, brief, objections, write_faults, derived } = attempt;
  // The brief already says that no answer came.
  const isTold =
    brief !== null && exchange?.failure != null && brief.primary_error_excerpt.includes(exchange.failure.message);
  return [
    title(attempt, page),
    ...gateLines(attempt.steps, page),
    ...objections.flatMap(({ needs, reason }) =>
      needs.length === 0 ? [] : labelled("asked for", `${needs.join(", ")}: ${reason}`, page, 2),
    ),
    ...attempt.children.flatMap((child) => labelled("divided", childInWords(child), page, 1)),
    ...(attempt.tools === null ? [] : labelled("tools", toolsInWords(attempt.tools), page)),
    ...exchangeLines(isTold ? { ...exchange, failure: null } : exchange, proposal?.summary ?? null, page),
    ...attempt.reviews.flatMap((review) => reviewLines(review, page)),
    ...refusalLines(brief, how, page),
    ...write_faults.flatMap((fault) =>
      brief?.primary_error_excerpt.includes(fault) ? [] : labelled("write", fault, page),
    ),
    ...(attempt.escalated === null ? [] : labelled("then", escalationInWords(attempt.escalated), page)),
    ...(derived.length === 0 ? [] : labelled("made", `or changed by commands: ${derived.join(", ")}`, page)),
    ...(diffs === undefined ? [] : changeLines(diffs, how, page)),
  ];
};

const title = (
  { attempt, max_attempts, ending, brief, steps, duration_ms, exchange, tools }: AttemptStory,
  { colors }: Page,
): string => {
  const took = duration_ms === null ? "" : `  ${durationInWords(duration_ms)}`;
  // If there were several turns, count them all.
  const asked = tools?.spent ?? exchange;
  const usage = asked?.usage ? `, ${tokensInWords(asked.usage.input_tokens + asked.usage.output_tokens)} tokens` : "";
  const cost = !asked?.cost_usd ? "" : `, ${dollarsInWords(asked.cost_usd)}`;
  const closed = steps.find(({ ok }) => ok === false)?.step;
  const words = {
    passed: colors.green("passed"),
    failed: colors.red(`refused: ${brief?.stage ?? (closed === undefined ? "failed" : `${closed} failed`)}`),
    stopped: colors.yellow(steps.at(-1)?.detail === "waiting" ? "waits for you" : "broken off"),
    unfinished: colors.yellow("not at its end"),
  };
  return `${colors.bold(`attempt ${attempt} of ${max_attempts}`)}  ${words[ending]}${colors.dim(took + usage + cost)}`;
};

/** One line for each proposal that was made. */
const gateLines = (steps: readonly StepStory[], page: Page): readonly string[] => {
  const { green, red, yellow, dim } = page.colors;
  const rounds = [...new Set(steps.map(({ round }) => round))];
  return rounds.map((round) => {
    const gates = steps.flatMap(({ step, ok, ...each }) => {
      if (each.round !== round) return [];
      if (ok === null) return [yellow(`${step} …`)];
      return [ok ? `${step} ${green("ok")}` : red(`${step} refused`)];
    });
    return `  ${dim((round === 1 ? "gates" : `round ${round}`).padEnd(9))}${gates.join(dim(" > "))}`;
  });
};

/** The command that failed, and what of its output says why. */
export const refusalLines = (brief: Brief | null, how: string, page: Page): readonly string[] => {
  if (brief === null) return [];
  const { red, dim } = page.colors;
  const { stage, command } = brief;
  const head =
    command === null
      ? labelled("refused", STAGE_EXPLANATIONS[stage].title, page, 3)
      : [labelledCommand("refused", command, exitInWords(brief), page)];
  const picked = excerptLines(brief, page.whole ? null : EXCERPT_LINES);
  const lines = picked.map((line) => line ?? dim("…"));
  const shown = picked.includes(null) ? lines : folded(lines, EXCERPT_LINES, how, page);
  return [...head, ...shown.map((line) => `  ${red("│")} ${line}`.trimEnd())];
};

/** Compares each file with the last proposal that had it, and a new one with what it was based on. */
const changeLines = ({ proposed, since }: AttemptDiffs, how: string, page: Page): readonly string[] => {
  const { colors } = page;
  const head = (text: string) => `  ${colors.dim(text)}`;
  const isSame = since !== null && since.files.length > 0 && since.files.every(({ kind }) => kind === "same");
  if (isSame && !page.whole) return [head(`the same proposal as attempt ${since.attempt}`)];
  const part = (title: string, files: readonly FileDiff[]) =>
    files.length === 0
      ? []
      : [
          head(title),
          ...indented(folded(diffLines(files, since?.attempt ?? null, colors), DIFF_LINES, how, page), "    "),
        ];
  return [
    ...(since === null ? [] : part(`changed since attempt ${since.attempt}`, since.files)),
    ...(since === null || page.whole ? part("proposed", proposed) : []),
  ];
};

/** Why an attempt was refused, in a few words for a verdict's line. */
export const refusalInWords = (brief: Brief): string => {
  const { stage, command, primary_error_excerpt } = brief;
  const why =
    command === null ? shortened(printable(primary_error_excerpt.split("\n")[0] ?? "")) : shortCommand(command, SHORT);
  return `${stage}: ${why}${exitInWords(brief)}`;
};

const SHORT = 80;

const shortened = (text: string): string =>
  text.length <= SHORT ? text : `${[...text].slice(0, SHORT - 1).join("")}…`;

/** A review of a proposal: a summary in numbers, then each of its notes. */
const reviewLines = ({ round, fault, notes }: ReviewStory, page: Page): readonly string[] => [
  ...labelled("review", `${round === 1 ? "" : `round ${round}: `}${fault ?? notesInWords(notes)}`, page),
  ...notes.flatMap((note) => noteLines(note, page)),
];

const noteLines = (note: ReviewNoteStory, page: Page): readonly string[] => {
  const place = notePlace(note);
  const standing = note.standing === "blocks" ? "back to the author" : note.standing;
  const because = note.because === null ? "" : `; ${note.because}`;
  return labelled(note.severity, `${place === null ? "" : `${place}: `}${note.claim} (${standing}${because})`, page);
};
