import type { AnswerStory, AskStory } from "@llmch/story";
import { counted, printable, printableText } from "@llmch/text";
import type { Colors } from "../console/paint.ts";
import { closingLines, factLines, verdictLine } from "./head-lines.ts";
import { labelled, type Page } from "./page.ts";

/** The story of a question: what was asked, and the answer. */
export const askLines = (story: AskStory, page: Page): readonly string[] => [
  verdictLine(story, askEnding(story), page),
  ...labelled("question", story.question ?? "?", page),
  ...(story.repo === null
    ? []
    : labelled("repo", `${printable(story.repo)} at ${(story.commit ?? "").slice(0, 10)}`, page)),
  ...factLines(story, page),
  ...labelled("folder", story.directory, page),
  "",
  ...(story.answer === null ? ["There is no answer."] : answerLines(story.answer, page.colors)),
  "",
  ...closingLines(story, page),
];

/** How it ended, in a few words. */
export const askEnding = ({ answer }: AskStory): string => {
  if (answer === null) return "a question without an answer";
  const struck = answer.struck.length === 0 ? "" : `, ${answer.struck.length} struck`;
  return `a question, ${counted(answer.citations.length, "citation")}${struck}`;
};

/** An answer as lines: its text, the citations that were struck, then the questions that were handed on. */
export const answerLines = (
  { text, struck, parts }: Pick<AnswerStory, "text" | "struck" | "parts">,
  { dim, yellow }: Colors,
): readonly string[] => [
  ...printableText(text).split("\n"),
  ...struck.map(({ path, first, last, why }) =>
    yellow(`struck: ${printable(`${path}:${first}${last === first ? "" : `-${last}`}`)}: ${why}`),
  ),
  ...parts.map(({ question, answer, why }) =>
    dim(`handed on: ${printable(question)}${answer === null ? ` (no answer: ${printable(why ?? "not asked")})` : ""}`),
  ),
];
