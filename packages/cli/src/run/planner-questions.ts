import { createInterface } from "node:readline/promises";
import type { Face, PlannerQuestion } from "@llmch/app";
import { printable } from "@llmch/text";
import type { Console } from "../console/console.ts";
import type { Terminal } from "../terminal.ts";

/**
 * Asks the planner's questions on a terminal, one after another. The end of the input (Ctrl-D) leaves the rest open. Throws if an interrupt
 * comes first.
 */
export const askQuestions = async (
  [questions, take]: Parameters<Face["ask"]>,
  { stdin, stderr }: Pick<Terminal, "stdin" | "stderr">,
  console: Pick<Console, "progress">,
  signal: AbortSignal,
): Promise<void> => {
  // The terminal edits the line itself, so that Ctrl-C remains a signal.
  const lines = createInterface({ input: stdin, output: stderr, terminal: false, signal });
  const typed = lines[Symbol.asyncIterator]();
  console.progress("The planner asks you. An empty line takes what it would assume, Ctrl-D answers later.");
  try {
    for (const [index, question] of questions.entries()) {
      console.progress(["", ...questionLines(question, `${index + 1}/${questions.length}`)].join("\n"));
      stderr.write("> ");
      const { value, done } = await typed.next();
      signal.throwIfAborted();
      if (done === true) return void stderr.write("\n");
      await take(question, value);
    }
  } finally {
    lines.close();
  }
};

/** A question, why it is asked, and what is assumed: the model's words, made harmless. */
export const questionLines = ({ question, why, assumed }: PlannerQuestion, name: string): readonly string[] => [
  `${name}  ${printable(question)}`,
  ...(why === "" ? [] : [`    why      ${printable(why)}`]),
  ...(assumed === "" ? [] : [`    assumed  ${printable(assumed)}`]),
];
