import { type AskResult, type Outcome, spendingOf } from "@llmch/app";
import { counted, printable } from "@llmch/text";
import { tellSpent } from "../run/ending-lines.ts";
import { answerLines } from "../show/ask-view.ts";
import type { View } from "../view.ts";

/** The answer, then the verdict; if there is none, why. */
export const view: View = ({ result, verdict, errors = [] }: Outcome<AskResult>, _, console) => {
  if (result === null) return { lines: [] };
  const { answer: text, citations, struck, parts, spent } = result;
  tellSpent(spendingOf(spent), console);
  if (text === null) {
    const [fault] = errors;
    const hint = fault !== undefined && "hint" in fault && fault.hint !== undefined ? `: ${fault.hint}` : "";
    return { lines: [`${verdict}  ${printable(`${fault?.message ?? "no answer"}${hint}`)}`] };
  }
  const ended = `${counted(citations.length, "citation")}${struck.length === 0 ? "" : `, ${struck.length} struck`}`;
  return { lines: [...answerLines({ text, struck, parts }, console.colors), "", `${verdict}  ${ended}`] };
};
