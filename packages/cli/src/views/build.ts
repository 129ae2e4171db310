import type { Outcome } from "@llmch/app";
import { type BuildResult, counted, printable, spendingOf, verdictInWords } from "@llmch/app/drawing";
import { tellSpent } from "../run/ending-lines.ts";
import type { View } from "../view.ts";
import { tellWarnings } from "./short.ts";

/** How a build ended, or how it stands. */
export const view: View = ({ result, verdict, exitCode, errors = [], warnings }: Outcome<BuildResult>, _, console) => {
  tellWarnings(warnings, console);
  for (const error of errors) console.failure(error);
  if (result === null) return { lines: [] };
  tellSpent(spendingOf(result.spent), console);
  for (const { id, state, outcome } of result.milestones) console.result(`${state}  ${id}  ${printable(outcome)}`);
  const landed = result.windows.flatMap(({ orders }) => orders.filter(({ commit }) => commit !== null));
  const branch = result.branch === null ? "" : ` on ${printable(result.branch)}`;
  return {
    lines: [
      `${verdictInWords(verdict, exitCode)}  build ${result.runId}: ${counted(landed.length, "order")}${branch}`,
      ...(result.resume === undefined ? [] : [`to continue: ${result.resume}`]),
    ],
  };
};
