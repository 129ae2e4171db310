import { type Outcome, type RunResult, spendingOf } from "@llmch/app";
import { counted, printable, warningInWords } from "@llmch/text";
import { endLine, tellSpent, wholeLines } from "../run/ending-lines.ts";
import { verdictLine } from "../run/run-report.ts";
import type { View } from "../view.ts";

/** How a run of orders ended, and how to go on; or what a dry run would do. */
export const view: View = (outcome: Outcome<RunResult>, _, console) => {
  const { result, counts = {}, errors = [], warnings = [], lines = [], next = [] } = outcome;
  if (result === null) return { lines: [] };
  const { kind, verdict, push, resume, failureBrief, wouldRun } = result;
  if (wouldRun !== undefined) {
    const before = counts.skipped ? `, ${counts.skipped} done before` : "";
    const would = `${counted(wouldRun.length, "order")} would be carried out${before}`;
    return { lines: [`PASS  dry run: ${would}, on ${printable(result.branch)}`] };
  }
  for (const said of warnings)
    if (said.wasShown !== true) console.error(`warning: ${warningInWords("wo_id" in said ? said : said.message)}`);
  tellSpent(spendingOf(result.spent), console);
  const again = resume !== undefined && verdict === "PASS" ? `\nretry with \`${resume}\`` : "";
  console.progress(console.colors.dim(printable(push.message) + again));
  const ways = verdict === "PASS" && next.length > 0 ? ["next:", ...next.map((line) => `  ${printable(line)}`)] : [];
  for (const error of errors) if (error.code === "unexpected" && !("order" in error)) console.failure(error);
  const [first] = errors;
  const bisect = first !== undefined && "hint" in first ? first.hint : undefined;
  if (failureBrief !== undefined) for (const line of wholeLines(failureBrief, bisect)) console.error(line);
  const ahead = next.filter((line) => line !== bisect);
  if (verdict !== "PASS" && ahead.length > 0) console.progress(["to continue:", ...ahead].join("\n  "));
  const ended = kind === "run" ? result.orders.map(verdictLine) : [...lines, endLine(outcome, result)];
  return { lines: ended, next: ways };
};
