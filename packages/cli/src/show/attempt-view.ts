import type { FailureBrief } from "@llmch/contract";
import type { AttemptStory, StepStory } from "@llmch/story";
import { printable, printableLines, seconds } from "../console/paint.ts";
import { tokensInWords } from "../inspection/run-words.ts";
import { diffLines } from "./diff-lines.ts";
import { folded, indented, labelled, type Page } from "./page.ts";
import type { AttemptDiffs } from "./proposal-diffs.ts";

const EXCERPT_LINES = 14;
const DIFF_LINES = 24;

/**
 * One attempt: which gates were open, what the model said and wrote, and why it was refused.
 * @param how the command that shows all of it
 */
export const attemptLines = (
  attempt: AttemptStory,
  diffs: AttemptDiffs | undefined,
  how: string,
  page: Page,
): readonly string[] => {
  const { exchange, proposal, brief } = attempt;
  const again = exchange?.reused ? ["an answer of the run's earlier life is used again"] : [];
  const retries =
    exchange?.retries.map(({ reason, wait_ms }) => `${reason}; asked again after ${seconds(wait_ms)}`) ?? [];
  return [
    title(attempt, page),
    ...gateLines(attempt.steps, page),
    ...[...again, ...retries].flatMap((text) => labelled("model", text, page)),
    ...(exchange?.failure
      ? labelled("model", `no answer (${exchange.failure.reason}): ${exchange.failure.message}`, page)
      : []),
    ...(proposal === null ? [] : labelled("answer", proposal.summary, page)),
    ...briefLines(brief, how, page),
    ...attempt.write_faults.flatMap((fault) =>
      brief?.primary_error_excerpt.includes(fault) ? [] : labelled("write", fault, page),
    ),
    ...(diffs === undefined ? [] : changeLines(diffs, how, page)),
  ];
};

const title = (
  { attempt, max_attempts, ending, brief, steps, duration_ms, exchange }: AttemptStory,
  { colors }: Page,
): string => {
  const took = duration_ms === null ? "" : `  ${seconds(duration_ms)}`;
  const usage = exchange?.usage
    ? `, ${tokensInWords(exchange.usage.input_tokens + exchange.usage.output_tokens)} tokens`
    : "";
  const closed = steps.find(({ ok }) => ok === false)?.step;
  const words = {
    passed: colors.green("passed"),
    failed: colors.red(`refused: ${brief?.stage ?? (closed === undefined ? "failed" : `${closed} failed`)}`),
    stopped: colors.yellow("broken off"),
    unfinished: colors.yellow("did not come to its end"),
  };
  return `${colors.bold(`attempt ${attempt} of ${max_attempts}`)}  ${words[ending]}${colors.dim(took + usage)}`;
};

const gateLines = (steps: readonly StepStory[], page: Page): readonly string[] => {
  const { green, red, yellow, dim } = page.colors;
  if (steps.length === 0) return [];
  const gates = steps.map(({ step, ok }) => {
    if (ok === null) return yellow(`${step} …`);
    return ok ? `${step} ${green("ok")}` : red(`${step} refused`);
  });
  return [`  ${dim("gates".padEnd(9))}${gates.join(dim(" > "))}`];
};

const briefLines = (brief: FailureBrief | null, how: string, page: Page): readonly string[] => {
  if (brief === null) return [];
  const { red } = page.colors;
  const exit = brief.exit_code === null ? "" : ` (exit ${brief.exit_code})`;
  const head = brief.command === null ? [] : labelled("refused", `${brief.command}${exit}`, page, 3);
  const excerpt = printableLines(brief.primary_error_excerpt);
  // What a command printed says at its end what went wrong; words of ours say it at their beginning.
  const lines = excerpt.filter((line, index) => line !== "" || (excerpt[index - 1] ?? "") !== "");
  while (lines.at(-1) === "") lines.pop();
  const isCut = !page.whole && lines.length > EXCERPT_LINES;
  const kept = !isCut ? lines : brief.command === null ? lines.slice(0, EXCERPT_LINES) : lines.slice(-EXCERPT_LINES);
  const left = `… ${lines.length - kept.length} lines ${brief.command === null ? "more" : "before this"}: ${how}`;
  const cut = isCut ? [page.colors.dim(left)] : [];
  const shown = brief.command === null ? [...kept, ...cut] : [...cut, ...kept];
  return [
    ...head,
    ...indented(
      shown.map((line) => `${red("│")} ${line}`),
      "  ",
    ),
  ];
};

/** The first proposal is compared with the files as they were, each later one with the one before it. */
const changeLines = ({ proposed, since }: AttemptDiffs, how: string, page: Page): readonly string[] => {
  const files = since === null || page.whole ? diffLines(proposed, page.colors) : [];
  const changes = since === null ? [] : diffLines(since.files, page.colors);
  const isSame = since?.files.every(({ kind }) => kind === "same") === true;
  const head = (text: string) => `  ${page.colors.dim(text)}`;
  return [
    ...(since === null
      ? []
      : [head(isSame ? `the same proposal as attempt ${since.attempt}` : `changed since attempt ${since.attempt}`)]),
    ...(isSame ? [] : indented(folded(changes, DIFF_LINES, how, page), "    ")),
    ...(files.length === 0 ? [] : [head("proposed"), ...indented(folded(files, DIFF_LINES, how, page), "    ")]),
  ];
};

/** Why an attempt was refused, in a few words for a verdict's line. */
export const refusalInWords = ({ stage, command, exit_code, primary_error_excerpt }: FailureBrief): string => {
  if (command === null) return `${stage}: ${printable(printableLines(primary_error_excerpt)[0] ?? "")}`;
  return `${stage}: ${printable(command)}${exit_code === null ? "" : ` (exit ${exit_code})`}`;
};
