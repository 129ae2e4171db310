import type { CheckDrawing, Outcome } from "@llmch/app";
import { counted, EXIT } from "@llmch/text";
import { tellDiagnostics } from "../diagnostics/tell.ts";
import { coverageTable } from "../plan/coverage-lines.ts";
import { tableWidth } from "../plan/table-rows.ts";
import type { View } from "../view.ts";

/** Diagnostics with their places, then the verdict. */
export const view: View = async (
  { exitCode, counts, drawing }: Outcome<object, CheckDrawing>,
  { shown },
  console,
  { cwd },
) => {
  if (drawing === undefined) return { lines: [] };
  const { errors, warnings, coverage, source, verifyExempt, done, demands } = drawing;
  if (coverage !== null && (shown.format ?? "text") === "text" && !shown.json) {
    const page = { colors: console.colors, width: tableWidth(console.stderr) };
    console.progress([...(await coverageTable(coverage, page)), ""].join("\n"));
  }
  const located = source === null ? [] : await tellDiagnostics({ errors, warnings }, source, shown, { console, cwd });
  const found = `${counted(errors.length, "error")}, ${counted(warnings.length, "warning")}`;
  const exempt = Object.values(verifyExempt).filter(Boolean).length;
  const more = `${exempt === 0 ? "" : `, ${exempt} verify-exempt`}${done === 0 ? "" : `, ${done} done before`}`;
  const judged = demands === null ? counted(counts?.orders ?? 0, "order") : counted(demands, "demand");
  const isUnseen = !drawing.isOfRepo && errors.some(({ code }) => code === "E101");
  return {
    lines: [exitCode === EXIT.ok ? `PASS  ${judged}, ${found}${more}` : `FAIL  ${found}`],
    next: isUnseen ? ["no repo was looked at: with --repo DIR its files count too"] : [],
    located,
  };
};
