import type { Diagnostic } from "@llmch/contract";
import { coverageOf, quote, strayInWords, uncovered } from "@llmch/planner";
import { shortened } from "@llmch/text";
import { ofMilestone, type ScopeRule } from "./rule.ts";

/** A scope may leave out many sentences: a hundred lines say as much as a thousand. */
const MOST_TOLD = 100;

/** Each demanding sentence of the spec is quoted by a milestone or by what the remit leaves out, and what milestones quote is in the spec. */
export const unscopedSentences: ScopeRule = ({ remit, milestones }, { spec }) => {
  const quoting = [
    ...milestones.map(({ id, fulfils }) => ({ id, fulfils })),
    // Texts of their own, which may quote the spec and need not.
    { id: "", fulfils: [...remit.what_not, ...milestones.map(({ outcome }) => outcome)] },
  ];
  const coverage = coverageOf(spec, quoting);
  if (coverage === null) return [];
  const open = uncovered(coverage);
  const rest = open.length - MOST_TOLD;
  const strays = coverage.strays.flatMap((stray): Diagnostic[] => {
    const milestone = milestones[stray.order];
    if (milestone === undefined) return [];
    const found = { code: "E302", field: "fulfils", message: strayInWords(stray, coverage) } as const;
    return [ofMilestone(milestone, stray.order, found, `/fulfils/${stray.index}`)];
  });
  return [
    ...open.slice(0, MOST_TOLD).map(({ text }) => finding(`no milestone brings ${quote(shortened(text))} of the spec`)),
    ...(rest > 0 ? [finding(`no milestone brings ${rest} more sentences of the spec`)] : []),
    ...strays,
  ];
};

const finding = (message: string): Diagnostic => ({
  ...{ code: "E302", wo_id: null, field: "fulfils", message, pointer: "/milestones" },
});
