import { type Spending, spendingInWords } from "@llmch/story";
import type { Console } from "../console/console.ts";

/** `spent  3 answers, 41.2k tokens in (62% cached), 3.1k out, $0.12`; null if nothing was asked. */
export const spentLine = (spending: Spending): string | null => {
  const words = spendingInWords(spending);
  return words.length === 0 ? null : `spent  ${words.join(", ")}`;
};

/** Prints at a command's end what it spent on models. */
export const tellSpent = (spending: Spending, console: Pick<Console, "progress" | "colors">): void => {
  const line = spentLine(spending);
  if (line !== null) console.progress(console.colors.dim(line));
};
