import type { LookedAt, Outcome } from "@llmch/app";
import { counted } from "@llmch/text";
import { colorsFor } from "../console/paint.ts";
import { coverageTable } from "../plan/coverage-lines.ts";
import { planLines } from "../plan/plan-lines.ts";
import { tableWidth } from "../plan/table-rows.ts";
import type { View } from "../view.ts";

/** What a plan holds, as `llmch plan` prints it at its end. */
export const view: View = async ({ drawing, paths }: Outcome<object, LookedAt>, { shown }, { stdout }, { env }) => {
  if (drawing === undefined || shown.json) return { lines: [] };
  const page = { colors: colorsFor(shown, env, stdout.isTTY === true), width: tableWidth(stdout) };
  const table = drawing.coverage === null ? [] : await coverageTable(drawing.coverage, page);
  return {
    lines: [
      ...(shown.quiet ? [] : await planLines(drawing, page, table)),
      `PASS  ${counted(drawing.orders.length, "order")}: ${paths?.plan}`,
    ],
  };
};
