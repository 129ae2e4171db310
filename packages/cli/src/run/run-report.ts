import {
  counted,
  EXIT,
  printable,
  printableText,
  type RunConfig,
  verdictInWords,
  type Warning,
  warningInWords,
} from "@llmch/contract";
import { attemptsMade, filesToRead, type OrderRun, orderFaults } from "@llmch/engine/order";
import { isolationInWords, type Prepared, pushInWords } from "@llmch/engine/preflight";
import type { Console } from "../console/console.ts";
import { type Colors, seconds } from "../console/paint.ts";
import type { Outcome, RunEntry } from "../outcome.ts";
import { adviceFor } from "../show/advice.ts";

/** What is about to happen, in three lines, then what else to know about it, and what had to be cleared first. */
export const headerLines = (
  command: string,
  count: number,
  prepared: Prepared,
  config: RunConfig,
  colors: Colors,
): string[] => {
  const commands = printable(isolationInWords(prepared.isolation));
  const model = prepared.model.replay === null ? config.llm_model : `replay of ${prepared.model.replay}`;
  return [
    `${colors.bold(`llmch ${command}`)}  ${counted(count, "order")}, ${printable(model)}`,
    colors.dim(`branch ${prepared.branch} from ${prepared.baseline.slice(0, 10)}, commands: ${commands}`),
    colors.dim(printable(pushInWords(prepared.push))),
    ...(prepared.unverified === null ? [] : [colors.yellow(printable(prepared.unverified))]),
    ...prepared.derives.map((sentence) => colors.dim(printable(sentence))),
    ...prepared.cleared.map((sentence) => colors.dim(printable(sentence))),
    ...prepared.warnings.map((warning) => colors.yellow(`warning: ${printable(warningInWords(warning))}`)),
    "",
  ];
};

/** The verdict of an order's run: the line that people and scripts look for. */
export const verdictLine = (run: OrderRun, title: string): string => {
  const attempts = counted(attemptsMade(run), "attempt");
  const spent = seconds(run.attempts.reduce((sum, { duration_ms }) => sum + duration_ms, 0));
  if (run.verdict === "PASS")
    return `PASS  ${run.orderId}  ${run.commit?.slice(0, 10)}  ${printable(title)} (${attempts}, ${spent})`;
  const verdict = verdictInWords(run.verdict, run.exitCode);
  if (verdict === "INTERRUPTED") return `${verdict}  ${run.orderId}  (${attempts}, ${spent})`;
  const why = verdict === "WAITING" ? run.fault : (run.brief?.stage ?? run.fault);
  return `${verdict}  ${run.orderId}  ${printable(why ?? "unexpected")} (${attempts}, ${spent})`;
};

/**
 * Prints where to look after a run that did not pass, and any fault that had nothing to do with the order.
 * @param show the command that tells the run's story
 */
export const explainFailure = (run: OrderRun, console: Console, show: string): void => {
  if (console.verbose && run.stack !== null) console.error(run.stack);
  if (run.verdict === "PASS") {
    if (run.fault !== null) console.failure({ code: "unexpected", message: `after the commit: ${run.fault}` });
    return;
  }
  if (console.quiet && run.brief !== null) console.error(printableText(run.brief.primary_error_excerpt));
  if (run.brief?.failed_before === true) console.progress(adviceFor(run.brief));
  const files = filesToRead(run);
  if (files.length > 0) console.progress(["read next:", show, ...files].join("\n  "));
};

export const runEntry = (run: OrderRun): RunEntry => ({
  run_id: run.runId,
  work_order_id: run.orderId,
  verdict: run.verdict,
  attempts: attemptsMade(run),
  commit: run.commit,
  artifacts: run.directory,
});

/** The errors of the runs for the JSON document, including an interruption outside of an order. */
export const runErrors = (runs: readonly OrderRun[], exitCode: number): NonNullable<Outcome["errors"]> => {
  const errors = runs.flatMap(errorsOf);
  const between = exitCode === EXIT.interrupted && errors.length === 0;
  return between ? [{ code: "interrupted", message: "the run was interrupted" }] : errors;
};

const errorsOf = (run: OrderRun): NonNullable<Outcome["errors"]> =>
  orderFaults(run).map(({ code, message }) => ({
    code,
    message: code === run.brief?.stage ? `${run.orderId}: ${message}` : message,
  }));

export const runWarnings = (runs: readonly OrderRun[]): NonNullable<Outcome["warnings"]> =>
  runs.flatMap((run) =>
    run.warnings.map((said) => asWarning(typeof said === "string" ? `${run.orderId}: ${said}` : said)),
  );

export const asWarning = (said: Warning): NonNullable<Outcome["warnings"]>[number] =>
  typeof said === "string" ? { code: "warning", message: said } : said;
