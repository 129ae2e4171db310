import {
  assumptionsInWords,
  type Diagnostic,
  type MadePlan,
  type Outcome,
  type OutcomeError,
  type OutcomeWarning,
  type PlanSource,
  spendingOf,
} from "@llmch/app";
import { estimateInWords } from "@llmch/story";
import { counted, EXIT, isJsonObject, printable } from "@llmch/text";
import type { Console } from "../console/console.ts";
import type { Findings } from "../diagnostics/print.ts";
import type { Shown } from "../options.ts";
import { planLines } from "../plan/plan-lines.ts";
import { tableWidth } from "../plan/table-rows.ts";
import { tellSpent } from "../run/ending-lines.ts";
import { questionLines } from "../run/planner-questions.ts";
import type { View } from "../view.ts";

/** How a plan ended: its diagnostics, what it holds, what it took, and how to go on. */
export const view: View = async (outcome: Outcome<MadePlan>, { shown }, console, { cwd }) => {
  const { result, source, read = [], errors = [], warnings = [] } = outcome;
  if (result === null) return { lines: [] };
  const format = shown.format ?? "text";
  const found = { errors: errors.filter(isDiagnostic), warnings: warnings.filter(isDiagnostic) };
  const located = source === undefined ? [] : await tellFound(found, source, shown, console, cwd);
  // Nothing has told of a design's faults yet: they are no diagnostics.
  for (const fault of errors)
    if (fault.code === "undesigned" || (shown.quiet && isDiagnostic(fault))) console.failure(fault);
  tellSpent(spendingOf(result.spent), console);
  const { workOrders, systemOverview, next, estimate } = result;
  const isShown = !shown.json && format === "text" && console.rendering !== "json";
  if (isShown && workOrders !== undefined && systemOverview !== undefined && next !== undefined) {
    const page = { colors: console.colors, width: tableWidth(console.stderr) };
    console.progress(["", ...(await planLines({ ...result, workOrders, systemOverview, next }, page))].join("\n"));
  } else tellEstimate(estimate, console);
  tellAssumptions(result.questions, console);
  if (read.length > 0) console.progress(["read next:", ...read].join("\n  "));
  if (result.resume !== undefined) console.progress(`to continue:\n  ${result.resume}`);
  const open = (result.questions ?? []).filter(({ answer }) => answer === undefined);
  const asked = open.flatMap((question) => questionLines(question, question.id));
  return { lines: [...asked, verdictLine(outcome, result, open.length)], located };
};

const isDiagnostic = (found: OutcomeError | OutcomeWarning): found is Diagnostic => "wo_id" in found;

/** What carrying a plan out may cost. */
export const tellEstimate = (estimate: unknown, console: Pick<Console, "progress">): void => {
  const words = isJsonObject(estimate) ? estimateInWords(estimate) : null;
  if (words !== null) console.progress(`estimate  ${words}`);
};

/** What the plan assumes because nobody was asked. */
export const tellAssumptions = (
  questions: MadePlan["questions"] = [],
  { progress, colors }: Pick<Console, "progress" | "colors">,
): void => {
  for (const sentence of assumptionsInWords(questions)) progress(colors.yellow(printable(sentence)));
};

const tellFound = async (
  found: Findings,
  source: PlanSource,
  { format = "text", quiet }: Shown,
  console: Console,
  cwd: string,
) => {
  if (format !== "text")
    return (await import("@llmch/app/locate")).locate([...found.errors, ...found.warnings], source);
  if (!quiet && console.rendering !== "json") {
    const { printDiagnostics } = await import("../diagnostics/print.ts");
    console.error("");
    await printDiagnostics(found, source, console, cwd);
  }
  return [];
};

const verdictLine = ({ verdict, exitCode, errors = [] }: Outcome, result: MadePlan, open: number): string => {
  const { attempts, orders, ordersDirectory, cached, runId } = result;
  const [first] = errors;
  const tries = counted(attempts, "attempt");
  switch (exitCode) {
    case EXIT.ok: {
      const whence = cached ? `, planned before in run ${runId} (--refresh asks anew)` : ` in ${tries}`;
      const { length } = orders;
      return `PASS  ${counted(length, "work order")}${whence}${length === 0 ? "" : `: ${ordersDirectory}`}`;
    }
    case EXIT.waiting:
      return `WAITING  ${counted(open, "question")} of the planner ${open === 1 ? "waits" : "wait"} for your answer`;
    case EXIT.invalid:
      return first?.code === "undesigned"
        ? `FAIL  the design is still faulty after ${tries}: ${counted(errors.length, "fault")}`
        : `FAIL  still invalid after ${tries}: ${counted(errors.length, "error")}`;
    case EXIT.notJson:
      return `FAIL  no JSON after ${tries}`;
    case EXIT.interrupted:
      return "INTERRUPTED";
    default: {
      const hint = first !== undefined && "hint" in first ? `: ${first.hint}` : "";
      return `${verdict}  ${printable(first?.message ?? "")}${hint}`;
    }
  }
};
