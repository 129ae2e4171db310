import { type CostResult, type Outcome, spendingOf } from "@llmch/app";
import { withMeasure } from "../console/measure.ts";
import { colorsFor } from "../console/paint.ts";
import { costsTable } from "../inspection/costs-table.ts";
import type { View } from "../view.ts";
import { tellWarnings } from "./short.ts";

/** What a run spent, as a table. */
export const view: View = async ({ result, warnings }: Outcome<CostResult>, { shown }, console, { env }) => {
  tellWarnings(warnings, console);
  if (result === null || shown.json) return { lines: [] };
  const { what, by, rows, total } = result;
  const style = { by, colors: colorsFor(shown, env, console.stdout.isTTY === true) };
  const costs = rows.map((row) => ({ name: row.name, spending: spendingOf(row) }));
  const table = await withMeasure((measure) => costsTable(costs, spendingOf(total), { ...style, measure }));
  return { lines: [what, ...table] };
};
