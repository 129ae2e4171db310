import type { Outcome, PlanShown } from "@llmch/app";
import { counted } from "@llmch/text";
import { colorsFor } from "../console/paint.ts";
import { coverageTable } from "../plan/coverage-lines.ts";
import { planLines } from "../plan/plan-lines.ts";
import { tableWidth } from "../plan/table-rows.ts";
import type { View } from "../view.ts";

/** What a plan holds, as `llmch plan` prints it at its end. */
export const view: View = async ({ result, paths }: Outcome<PlanShown>, { shown }, { stdout }, { env }) => {
  if (result === null || shown.json) return { lines: [] };
  const page = { colors: colorsFor(shown, env, stdout.isTTY === true), width: tableWidth(stdout) };
  const table = result.coverage === undefined ? [] : await coverageTable(result.coverage, page);
  return {
    lines: [
      ...(shown.quiet ? [] : await planLines(result, page, table)),
      `PASS  ${counted(result.workOrders.length, "order")}: ${paths?.plan}`,
    ],
  };
};
