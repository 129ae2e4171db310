import { type Outcome, type PlanDrawing, type PlanResult, spendingOf } from "@llmch/app";
import { counted, type JsonObject, listMember, member, printable, textMember } from "@llmch/text";
import type { Console } from "../console/console.ts";
import type { Shown } from "../options.ts";
import { planLines } from "../plan/plan-lines.ts";
import { tableWidth } from "../plan/table-rows.ts";
import { tellSpent } from "../run/ending-lines.ts";
import { questionLines } from "../run/planner-questions.ts";
import type { View } from "../view.ts";

/** How a plan ended: its diagnostics, what it holds, what it took, and how to go on. */
export const view: View = async (
  { result, drawing, errors = [] }: Outcome<PlanResult, PlanDrawing>,
  { shown, request },
  console,
  { cwd },
) => {
  if (result === null || drawing === undefined) return { lines: [] };
  const { ending, lookedAt, found, read, assumptions } = drawing;
  const { outcome } = ending;
  const format = shown.format ?? "text";
  const located = found === null ? [] : await tellFound(found, shown, console, cwd);
  const tell = shown.json || format !== "text" ? console.progress : console.result;
  if (outcome.kind === "compiled" && request.printSummary === true)
    for (const line of summaryLines(outcome.plan)) tell(line);
  if (shown.quiet) for (const each of outcome.errors) console.failure(each);
  // Nothing has told of these yet: a design has no diagnostics.
  if (outcome.kind === "undesigned") for (const fault of errors) console.failure(fault);
  tellSpent(spendingOf(result.spent), console);
  if (lookedAt !== null && !shown.json && format === "text" && console.rendering !== "json") {
    const page = { colors: console.colors, width: tableWidth(console.stderr) };
    console.progress(["", ...(await planLines(lookedAt, page))].join("\n"));
  } else if (ending.estimate !== null) console.progress(ending.estimate.line);
  for (const sentence of assumptions) console.progress(console.colors.yellow(printable(sentence)));
  if (read.length > 0) console.progress(["read next:", ...read].join("\n  "));
  if (result.resume !== undefined) console.progress(`to continue:\n  ${result.resume}`);
  const open = outcome.asked.questions.filter(({ id }) => outcome.asked.answers.every((each) => each.id !== id));
  const asked = open.flatMap((question) => questionLines(question, question.id));
  return { lines: [...asked, verdictLine(drawing, open.length)], located };
};

const tellFound = async (
  { errors, warnings, source }: NonNullable<PlanDrawing["found"]>,
  { format = "text", quiet }: Shown,
  console: Console,
  cwd: string,
) => {
  if (format !== "text") return (await import("@llmch/app/locate")).locate([...errors, ...warnings], source);
  if (!quiet && console.rendering !== "json") {
    const { printDiagnostics } = await import("../diagnostics/print.ts");
    console.error("");
    await printDiagnostics({ errors, warnings }, source, console, cwd);
  }
  return [];
};

const verdictLine = ({ ending }: PlanDrawing, open: number): string => {
  const { outcome, unwritten, outdir, orders, runId, isStored } = ending;
  if (unwritten !== null)
    return `ERROR  ${printable(`the plan stands, but ${outdir} cannot be written (${unwritten})`)}: copy it from ${orders}`;
  const tries = counted(outcome.attempts, "attempt");
  switch (outcome.kind) {
    case "compiled": {
      const whence = isStored ? `, planned before in run ${runId} (--refresh asks anew)` : ` in ${tries}`;
      const { length } = outcome.plan.orders;
      return `PASS  ${counted(length, "work order")}${whence}${length === 0 ? "" : `: ${orders}`}`;
    }
    case "waiting":
      return `WAITING  ${counted(open, "question")} of the planner ${open === 1 ? "waits" : "wait"} for your answer`;
    case "invalid":
      return `FAIL  still invalid after ${tries}: ${counted(outcome.errors.length, "error")}`;
    case "not-json":
      return `FAIL  no JSON after ${tries}`;
    case "undesigned":
      return `FAIL  the design is still faulty after ${counted(outcome.answers, "attempt")}: ${counted(outcome.faults.length, "fault")}`;
    case "stuck":
      return `FAIL  ${printable(`${outcome.message}: ${outcome.hint}`)}`;
    case "model-failed":
    case "limited":
      return `ERROR  ${printable(`${outcome.message}: ${outcome.hint}`)}`;
    case "interrupted":
      return "INTERRUPTED";
  }
};

/** One line per order, with its title and the files that it may write. */
const summaryLines = (plan: { readonly orders: readonly JsonObject[] }): readonly string[] =>
  plan.orders.map((order) => {
    const [id, title] = [textMember(order, "id") ?? "", textMember(order, "title") ?? ""];
    const exempt = member(order, "verify_exempt") === true ? "  (verify-exempt)" : "";
    return printable(`${id}  ${title}  [${listMember(order, "allowed_files").join(", ")}]${exempt}`);
  });
