import { type ChangedPlan, changesInWords, type MadePlan, type Outcome, spendingOf } from "@llmch/app";
import { printable } from "@llmch/text";
import { tellSpent } from "../run/ending-lines.ts";
import { changeLines } from "../show/change-lines.ts";
import type { View } from "../view.ts";
import { view as planView, tellAssumptions, tellEstimate } from "./plan.ts";

/** What a plan's revision changes, and whether it was taken up. */
export const view: View = async (outcome: Outcome<ChangedPlan | MadePlan>, viewed, console, terminal) => {
  const { result, paths = {}, warnings = [] } = outcome;
  if (result === null) return { lines: [] };
  if ("kind" in result) return planView(outcome as never, viewed, console, terminal);
  const words = changesInWords(result);
  // If it may replace a plan, the face has shown the changes before it asked.
  const isShown = words !== null && (result.takenUp || result.next === undefined);
  const tell = viewed.shown.json ? console.progress : console.result;
  for (const line of isShown ? [] : changeLines(result, console.colors)) tell(line);
  for (const found of warnings) if ("wo_id" in found) console.diagnostic(found);
  tellAssumptions(result.questions, console);
  tellSpent(spendingOf(result.spent), console);
  tellEstimate(result.estimate, console);
  if (words === null) return { lines: ["FAIL  the planner changes nothing in the plan"] };
  const isDone = result.next !== undefined;
  if (!isDone) console.progress("nothing is changed yet; run the same command with --yes to accept it");
  return {
    lines: [`PASS  ${printable(`${words}${isDone ? "" : ", proposed; take it up with --yes"}: ${paths.orders}`)}`],
    next: isDone ? ["next:", `  ${result.next}`] : [],
  };
};
