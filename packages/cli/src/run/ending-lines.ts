import {
  type OrderRun,
  printable,
  type ScheduleEnding,
  type Standing,
  shellWord,
  verdictInWords,
} from "@llmch/app/drawing";
import { type Spending, spendingInWords } from "@llmch/story";
import type { Console } from "../console/console.ts";

/** The runs that did not pass, in plan order. */
const failedOf = ({ runs }: Pick<ScheduleEnding, "runs">): readonly OrderRun[] =>
  runs.filter(({ verdict }) => verdict !== "PASS");

/**
 * What a run that keeps going after failures has left to do, one order per line; nothing if it stopped at the first.
 * @param ids of all orders that it was to carry out
 */
export const leftLines = (
  ending: Pick<ScheduleEnding, "runs" | "left">,
  { keep_going = false }: { readonly keep_going?: boolean | undefined },
  ids: readonly string[],
): readonly string[] => {
  const told = new Set([...ending.runs.map(({ orderId }) => orderId), ...ending.left]);
  const failed = failedOf(ending);
  if (!keep_going || failed.length === 0) return [];
  return [
    "left:",
    ...failed.map(
      ({ orderId, verdict, exitCode, brief }) =>
        `  ${orderId}  ${verdictInWords(verdict, exitCode)}${brief === null ? "" : `, ${printable(brief.stage)}`}`,
    ),
    ...ending.left.map((order) => `  ${order}  left out: it depends on one that failed`),
    ...ids.filter((order) => !told.has(order)).map((order) => `  ${order}  not reached`),
  ];
};

/** What to do after orders that passed, as lines to paste: look, try, merge. Nothing if that branch is checked out. */
export const waysOn = ({ directory, head, branch, baseline }: Standing): readonly string[] => {
  if (head.branch === branch) return [];
  const git = directory === null ? "git" : `git -C ${shellWord(directory)}`;
  const work = shellWord(branch);
  const base = head.branch === null ? baseline.slice(0, 10) : shellWord(head.branch);
  // If the base has moved on, `..` would show its own changes in reverse.
  const range = `${base}${head.branch === null || head.commit === baseline ? ".." : "..."}${work}`;
  const merge = head.branch === null ? [] : [`${git} switch ${base} && ${git} merge ${work}`];
  return [
    "next:",
    ...[`${git} diff ${range}`, `${git} switch ${work}`, ...merge].map((line) => `  ${printable(line)}`),
  ];
};

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
