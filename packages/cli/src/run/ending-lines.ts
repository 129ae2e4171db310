import { bisectInWords, briefLines, type RunDrawing, type Standing } from "@llmch/app";
import { notPassedInWords, type Spending, spendingInWords, verdictInWords, wholeEnded } from "@llmch/story";
import { counted, evidenceInWords, printable, shellWord } from "@llmch/text";
import type { Console } from "../console/console.ts";

/** A run that keeps going after a failure has a line for each order: these are the ones of those that it did not begin. */
export const waitLines = ({
  ending,
  config,
  orders,
}: Pick<RunDrawing, "ending" | "config" | "orders">): readonly string[] => {
  if (config.keep_going !== true || ending.verdict === "PASS") return [];
  const begun = new Set(ending.runs.map(({ orderId }) => orderId));
  return orders
    .filter(({ id }) => !begun.has(id))
    .map(({ id, needs }) => `WAIT  ${id}  ${needs.length === 0 ? "not reached" : `needs ${needs.join(", ")}`}`);
};

/** `FAIL  8 of 10 orders passed; WO-07 failed (verify_failed)  on work`, and if all is well `PASS  10 of 10 orders  on work  212 tests, 14 checks`. */
export const endLine = ({ ending, planned, skipped, branch }: RunDrawing): string => {
  const { runs, verdict, exitCode, evidence, brief } = ending;
  const done = runs.filter((run) => run.verdict === "PASS").length + skipped;
  const before = skipped === 0 ? "" : ` (${skipped} done before)`;
  const where = runs.length === 0 ? "" : `  on ${branch}`;
  const others = runs.filter((run) => run.verdict !== "PASS");
  const why = notPassedInWords(
    [
      ...others.map((run) => ({ order: run.orderId, exitCode: run.exitCode, stage: run.brief?.stage ?? null })),
      ...(brief === null ? [] : [wholeEnded(brief)]),
    ],
    ending.needs,
  );
  const passed = verdict === "PASS" ? "" : " passed";
  const ended = `${verdictInWords(verdict, exitCode)}  ${done} of ${counted(planned, "order")}${passed}${before}`;
  return `${ended}${why === "" ? "" : `; ${printable(why)}`}${where}${evidence === null ? "" : `  ${evidenceInWords(evidence)}`}`;
};

/** Why a plan failed as a whole, and what finds the commit. */
export const wholeLines = ({ ending: { brief }, bisect }: Pick<RunDrawing, "ending" | "bisect">): readonly string[] =>
  brief === null
    ? []
    : [
        `the whole failed: ${brief.stage}`,
        ...briefLines(brief).map((line) => `    ${line}`),
        ...(bisect === null ? [] : [`this ${bisectInWords(brief)}:`, `  ${bisect}`, "  git bisect reset"]),
      ];

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
