import type { Outcome } from "@llmch/app";
import { type Spent, spendingOf } from "@llmch/app/drawing";
import type { CostKind } from "@llmch/story";
import { withMeasure } from "../console/measure.ts";
import { colorsFor } from "../console/paint.ts";
import { costsTable } from "../inspection/costs-table.ts";
import type { View } from "../view.ts";
import { tellWarnings } from "./short.ts";

interface Costs {
  readonly what: string;
  readonly by: CostKind;
  readonly rows: readonly (Spent & { readonly name: string })[];
  readonly total: Spent;
}

/** What a run spent, as a table. */
export const view: View = async ({ result, warnings }: Outcome<Costs>, { shown }, console, { env }) => {
  tellWarnings(warnings, console);
  if (result === null || shown.json) return { lines: [] };
  const { what, by, rows, total } = result;
  const style = { by, colors: colorsFor(shown, env, console.stdout.isTTY === true) };
  const costs = rows.map((row) => ({ name: row.name, spending: spendingOf(row) }));
  const table = await withMeasure((measure) => costsTable(costs, spendingOf(total), { ...style, measure }));
  return { lines: [what, ...table] };
};
