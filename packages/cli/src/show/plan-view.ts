import type { Diagnostic } from "@llmch/app";
import {
  type CompileAttempt,
  durationInWords,
  type ExchangeStory,
  meaningOf,
  type PlanStory,
  planChanges,
  questionsOpen,
  specName,
  specPlace,
  toolsInWords,
} from "@llmch/story";
import { counted, EXIT, isError, printable } from "@llmch/text";
import { exchangeLines } from "./exchange-lines.ts";
import { closingLines, factLines, verdictLine } from "./head-lines.ts";
import { folded, indented, labelled, type Page, wrapped } from "./page.ts";

const FOUND_LINES = 30;
const CHANGE_LINES = 30;

/** The story of a compile: why each answer was refused, and what the next one changed. */
export const planLines = (
  story: PlanStory,
  { only, how }: { readonly only: number | null; readonly how: (attempt: number) => string },
  page: Page,
): readonly string[] => [
  verdictLine(story, planEnding(story), page),
  ...(story.spec === null ? [] : labelled("spec", specPlace(story.config?.spec ?? story.spec), page)),
  ...factLines(story, page),
  ...labelled("folder", story.directory, page),
  ...(story.written === null
    ? []
    : labelled("written", `${counted(story.written.work_orders, "work order")} in ${story.written.directory}`, page)),
  ...questionLines(story, page),
  ...story.attempts.flatMap((attempt, index) =>
    only === null || attempt.attempt === only
      ? ["", ...attemptLines(attempt, story.attempts[index - 1] ?? null, how(attempt.attempt), page)]
      : [],
  ),
  "",
  ...closingLines(story, page),
];

/** What the planner asked its user, and what came of it. */
const questionLines = ({ asked: { questions, answers } }: PlanStory, page: Page): readonly string[] =>
  questions.flatMap(({ id, question, assumed }) => {
    const answered = answers.find((each) => each.id === id);
    const said = answered === undefined ? "none yet" : (answered.answer ?? `assumed: ${assumed}`);
    return [...labelled("asked", question, page), ...labelled("answer", said, page)];
  });

const attemptLines = (
  attempt: CompileAttempt,
  before: CompileAttempt | null,
  how: string,
  page: Page,
): readonly string[] => {
  const { exchange, judged } = attempt;
  const { bold, dim } = page.colors;
  const took = exchange?.duration_ms == null ? "" : dim(`  ${durationInWords(exchange.duration_ms)}`);
  // A plan's changes are shown below; for an answer that is no plan, show how it begins.
  const isPlan = attempt.manifest !== null;
  const found = judged === null ? [] : [...judged.errors, ...judged.warnings];
  return [
    `${bold(`attempt ${attempt.attempt} of ${attempt.max_attempts}`)}  ${ending(attempt, page)}${took}`,
    ...(attempt.tools === null ? [] : labelled("tools", toolsInWords(attempt.tools), page)),
    ...exchangeLines(isPlan ? withoutAnswer(exchange) : exchange, null, page),
    ...indented(folded(byCode(found, page), FOUND_LINES, how, page), "  "),
    ...changes(before, attempt, how, page),
  ];
};

const withoutAnswer = (exchange: ExchangeStory | null): ExchangeStory | null =>
  exchange === null ? null : { ...exchange, answer: null };

const ending = ({ judged, exchange, questions }: CompileAttempt, { colors }: Page): string => {
  if (judged === null && questions > 0) return `has ${counted(questions, "question")}`;
  if (judged === null) return colors.yellow(exchange?.failure ? "no answer" : "did not come to its end");
  const warnings = judged.warnings.length === 0 ? "" : `, ${counted(judged.warnings.length, "warning")}`;
  if (judged.errors.length === 0) return `${colors.green("valid")}${warnings}`;
  return `${colors.red(`refused: ${counted(judged.errors.length, "error")}`)}${warnings}`;
};

/** Diagnostics grouped by code, with the code's title and how to fix it. */
const byCode = (found: readonly Diagnostic[], { colors, width, measure }: Page): readonly string[] => {
  const groups = new Map<Diagnostic["code"], Diagnostic[]>();
  for (const diagnostic of found) groups.set(diagnostic.code, [...(groups.get(diagnostic.code) ?? []), diagnostic]);
  return [...groups].flatMap(([code, group]) => {
    const { title, hint } = meaningOf(code);
    const paint = group.some(isError) ? colors.red : colors.yellow;
    return [
      `${paint(code)}  ${title}  ${colors.dim(hint)}`,
      ...group.flatMap(({ wo_id, message }) =>
        wrapped(printable(`${wo_id ?? "plan"}: ${message}`), width - 8, measure).map(
          (line, index) => `${index === 0 ? "  " : "    "}${line}`,
        ),
      ),
    ];
  });
};

const changes = (
  before: CompileAttempt | null,
  attempt: CompileAttempt,
  how: string,
  page: Page,
): readonly string[] => {
  if (before === null || before.manifest === null || attempt.manifest === null) return [];
  const { bold, dim, green, red } = page.colors;
  const found = planChanges(before.manifest, attempt.manifest);
  const lines = found.flatMap(({ kind, order, title, changes: said }) => [
    `${bold(printable(order))}  ${printable(title)}${kind === "changed" ? "" : `  ${(kind === "added" ? green : red)(kind)}`}`,
    ...said.flatMap((sentence) =>
      folded(wrapped(printable(sentence), page.width - 10, page.measure), 2, how, page).map(
        (line, index) => `${index === 0 ? "  " : "      "}${line}`,
      ),
    ),
  ]);
  const head =
    found.length === 0 ? `the same plan as attempt ${before.attempt}` : `changed since attempt ${before.attempt}`;
  return [`  ${dim(head)}`, ...indented(folded(lines, CHANGE_LINES, how, page), "    ")];
};

/** How it ended, in a few words. */
export const planEnding = ({ spec, written, attempts, asked, verdict, exit_code, is_running }: PlanStory): string => {
  const name = spec === null ? "a plan" : specName(spec);
  const tries = counted(
    attempts.filter(({ judged, questions }) => judged !== null || questions === 0).length,
    "attempt",
  );
  const last = attempts.at(-1);
  if (written !== null) return `${name}: ${counted(written.work_orders, "work order")} in ${tries}`;
  if (verdict === null) return `${name}: ${is_running ? "is in" : "was left in"} attempt ${last?.attempt ?? 1}`;
  if (exit_code === EXIT.waiting) return `${name}: ${counted(questionsOpen(asked), "question")} open`;
  if (last?.exchange?.failure) return `${name}: no answer (${last.exchange.failure.reason})`;
  if (verdict === "PASS") return `${name}: no work orders in ${tries}`;
  const errors = last?.judged?.errors.length ?? 0;
  return `${name}: ${errors === 0 ? "no plan" : counted(errors, "error")} after ${tries}`;
};
