import { changesInWords, type Outcome, type PlanReviseDrawing, type PlanReviseResult, spendingOf } from "@llmch/app";
import { printable } from "@llmch/text";
import { tellSpent } from "../run/ending-lines.ts";
import { changeLines } from "../show/change-lines.ts";
import type { View } from "../view.ts";
import { view as planView } from "./plan.ts";

/** What a plan's revision changes, and whether it was taken up. */
export const view: View = async (outcome: Outcome<PlanReviseResult, PlanReviseDrawing>, viewed, console, terminal) => {
  const { result, drawing, paths = {} } = outcome;
  if (result === null || drawing === undefined) return { lines: [] };
  if (drawing.kind === "failed") return planView(outcome as never, viewed, console, terminal);
  const { revised, replaces, isTaken, assumptions } = drawing;
  const { ending } = revised;
  // If it may replace a plan, the face has shown the changes before it asked.
  if (replaces === null || changesInWords(revised) === null)
    for (const line of changeLines(revised, console.colors))
      (viewed.shown.json ? console.progress : console.result)(line);
  if (ending.outcome.kind === "compiled") for (const found of ending.outcome.warnings) console.diagnostic(found);
  for (const sentence of assumptions) console.progress(console.colors.yellow(printable(sentence)));
  tellSpent(spendingOf(result.spent), console);
  if (ending.estimate !== null) console.progress(ending.estimate.line);
  const words = changesInWords(revised);
  if (words === null) return { lines: ["FAIL  the planner changes nothing in the plan"] };
  const isDone = isTaken || replaces === null;
  if (!isDone) console.progress("nothing is changed yet; run the same command with --yes to accept it");
  return {
    lines: [`PASS  ${printable(`${words}${isDone ? "" : ", awaits your approval"}: ${paths.orders}`)}`],
    next: result.next === undefined ? [] : ["next:", `  ${result.next}`],
  };
};
