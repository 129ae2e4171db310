import { counted, printable, shortened } from "@llmch/text";
import type { ImportedPlan, Told } from "./imported-plan.ts";

/** Of each kind, so many are shown. */
const MOST_SHOWN = 3;
const MOST_LEFT = 20;

/**
 * What was taken from a plan, and what was not and why, in lines for a terminal.
 * @param left the titles of context that did not fit
 */
export const importInWords = (
  { format, items, told }: Pick<ImportedPlan, "format" | "items" | "told">,
  place: string,
  left: readonly string[],
): readonly string[] =>
  [
    `${format} ${place}: ${counted(items.length, "item")}, ${told.length} told`,
    ...[...new Set(told.map(({ why }) => why))].flatMap((why) =>
      toldInWords(
        why,
        told.filter((each) => each.why === why),
      ),
    ),
    ...left.slice(0, MOST_LEFT).map((title) => `  too long for the planner: ${title}`),
    ...(left.length > MOST_LEFT ? [`  too long for the planner: ${left.length - MOST_LEFT} more`] : []),
  ].map((line) => printable(shortened(line, 200)));

const toldInWords = (why: string, those: readonly Told[]): readonly string[] => {
  const shown = those
    .slice(0, MOST_SHOWN)
    .map(({ path, line, text }) => `  ${why}: ${path}:${line} ${shortened(text, 80)}`);
  return those.length > MOST_SHOWN ? [...shown, `  ${why}: ${those.length - MOST_SHOWN} more`] : shown;
};
