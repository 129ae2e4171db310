import type { CheckResult, Diagnostic, Outcome } from "@llmch/app";
import { counted, EXIT } from "@llmch/text";
import { tellDiagnostics } from "../diagnostics/tell.ts";
import { coverageTable } from "../plan/coverage-lines.ts";
import { tableWidth } from "../plan/table-rows.ts";
import type { View } from "../view.ts";

/** What a check found: nothing but diagnostics. */
type Found = Outcome<CheckResult> & Partial<Record<"errors" | "warnings", readonly Diagnostic[]>>;

/** Diagnostics with their places, then the verdict. */
export const view: View = async (
  { exitCode, counts = {}, result, errors = [], warnings = [], source }: Found,
  { shown },
  console,
  { cwd },
) => {
  if (result === null) return { lines: [] };
  const { coverage, verifyExempt, demands, orders } = result;
  if (coverage !== undefined && (shown.format ?? "text") === "text" && !shown.json) {
    const page = { colors: console.colors, width: tableWidth(console.stderr) };
    console.progress([...(await coverageTable(coverage, page)), ""].join("\n"));
  }
  const located =
    source === undefined ? [] : await tellDiagnostics({ errors, warnings }, source, shown, { console, cwd });
  const found = `${counted(errors.length, "error")}, ${counted(warnings.length, "warning")}`;
  const exempt = Object.values(verifyExempt).filter(Boolean).length;
  const more = `${exempt === 0 ? "" : `, ${exempt} verify-exempt`}${counts.done === undefined ? "" : `, ${counts.done} done before`}`;
  const judged = demands === undefined ? counted(orders, "order") : counted(demands, "demand");
  return { lines: [exitCode === EXIT.ok ? `PASS  ${judged}, ${found}${more}` : `FAIL  ${found}`], located };
};
