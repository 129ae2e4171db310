import { bisectInWords, briefLines, type Outcome, type RunResult } from "@llmch/app";
import { notPassedInWords, type Spending, spendingInWords, verdictInWords, wholeEnded } from "@llmch/story";
import { counted, evidenceInWords, printable } from "@llmch/text";
import type { Console } from "../console/console.ts";

/** `FAIL  8 of 10 orders passed; WO-07 failed (verify_failed)  on work`, and if all is well `PASS  10 of 10 orders  on work  212 tests, 14 checks`. */
export const endLine = ({ exitCode, counts = {} }: Pick<Outcome, "exitCode" | "counts">, result: RunResult): string => {
  const { orders, verdict, branch, evidence, skipped, failureBrief: brief, needs } = result;
  const passed = orders.filter((order) => order.verdict === "PASS");
  const before = skipped.length === 0 ? "" : ` (${skipped.length} done before)`;
  const others = orders.filter((order) => !passed.includes(order));
  const why = notPassedInWords([...others, ...(brief === undefined ? [] : [wholeEnded(brief)])], needs);
  const done = `${passed.length + skipped.length} of ${counted(counts.orders ?? 0, "order")}`;
  return [
    `${verdictInWords(verdict, exitCode)}  ${done}${verdict === "PASS" ? "" : " passed"}${before}`,
    ...(why === "" ? [] : [`; ${printable(why)}`]),
    ...(orders.length === 0 ? [] : [`  on ${branch}`]),
    ...(evidence === null ? [] : [`  ${evidenceInWords(evidence)}`]),
  ].join("");
};

/** Why a plan failed as a whole, and what finds the commit. */
export const wholeLines = (
  brief: NonNullable<RunResult["failureBrief"]>,
  bisect: string | undefined,
): readonly string[] => [
  `the whole failed: ${brief.stage}`,
  ...briefLines(brief).map((line) => `    ${line}`),
  ...(bisect === undefined ? [] : [`this ${bisectInWords(brief)}:`, `  ${bisect}`, "  git bisect reset"]),
];

/** `spent  3 answers, 41.2k tokens in (62% cached), 3.1k out, $0.12`; null if nothing was asked. */
const spentLine = (spending: Spending): string | null => {
  const words = spendingInWords(spending);
  return words.length === 0 ? null : `spent  ${words.join(", ")}`;
};

/** Prints at a command's end what it spent on models. */
export const tellSpent = (spending: Spending, console: Pick<Console, "progress" | "colors">): void => {
  const line = spentLine(spending);
  if (line !== null) console.progress(console.colors.dim(line));
};
