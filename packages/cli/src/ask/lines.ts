import { printable } from "@llmch/app/drawing";
import type { AnswerStory } from "@llmch/story";
import type { Colors } from "../console/paint.ts";

/** An answer as lines: its text, the citations that were struck, then the questions that were handed on. */
export const answerLines = (
  { text, struck, parts }: Pick<AnswerStory, "text" | "struck" | "parts">,
  { dim, yellow }: Colors,
): readonly string[] => [
  ...text.split("\n").map(printable),
  ...struck.map(({ path, first, last, why }) =>
    yellow(`struck: ${printable(`${path}:${first}${last === first ? "" : `-${last}`}`)}: ${why}`),
  ),
  ...parts.map(({ question, answer, why }) =>
    dim(`handed on: ${printable(question)}${answer === null ? ` (no answer: ${printable(why ?? "not asked")})` : ""}`),
  ),
];
