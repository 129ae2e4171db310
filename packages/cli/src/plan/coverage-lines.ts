import type { PlanShown } from "@llmch/app";
import { counted, printable, shortened } from "@llmch/text";
import { type Measure, withMeasure } from "../console/measure.ts";
import type { Colors } from "../console/paint.ts";
import { GAP, rowsOf } from "./table-rows.ts";

const HEAD = ["SENTENCE OF THE SPEC", "FULFILLED BY"] as const;
const NOBODY = "no order";
const NARROWEST = 20;
/** As much of a list as people read before the next command. */
const MOST_TOLD = 5;

/** Which orders fulfil each sentence of a spec. */
type Coverage = NonNullable<PlanShown["coverage"]>;

const uncovered = (coverage: Coverage) => coverage.filter(({ orders }) => orders.length === 0);

/** How many of the spec's sentences are fulfilled, in one line, then those that are not. */
export const coverageSummary = (coverage: Coverage, colors: Colors, width: number): readonly string[] => {
  const open = uncovered(coverage);
  const all = coverage.length;
  if (open.length === 0) return [covered(all, all)];
  const rest = open.length - MOST_TOLD;
  return [
    `${covered(all - open.length, all)}, not:`,
    ...open
      .slice(0, MOST_TOLD)
      .map(({ sentence }) => colors.yellow(`  - ${printable(shortened(sentence, width - 4))}`)),
    ...(rest > 0 ? [colors.dim(`  … ${rest} more: \`llmch plan show\` has all of them`)] : []),
  ];
};

const covered = (some: number, all: number): string => `${some} of ${counted(all, "sentence")} of the spec covered`;

/** Each sentence of the spec with the orders that fulfil it, as a table. */
export const coverageTable = async (
  coverage: Coverage,
  { colors, width }: { readonly colors: Colors; readonly width: number },
): Promise<readonly string[]> =>
  withMeasure((measure) => {
    const orders = coverage.map(nameOrders);
    const ownOrders = Math.min(widest([HEAD[1], ...orders], measure), Math.floor(width / 3));
    const room = Math.max(NARROWEST, width - GAP - ownOrders);
    const sentences = coverage.map(({ sentence }) => printable(shortened(sentence, room)));
    const widths = [widest([HEAD[0], ...sentences], measure), ownOrders];
    const [head = "", ...rows] = [HEAD, ...sentences.map((sentence, at) => [sentence, orders[at] ?? ""])].flatMap(
      (row) => rowsOf(row, widths, measure),
    );
    return [
      colors.dim(head),
      ...rows.map((row) => (row.endsWith(NOBODY) ? colors.yellow(row) : row)),
      covered(coverage.length - uncovered(coverage).length, coverage.length),
    ];
  });

/** Not `Math.max(...)`: a call takes a limited number of arguments, and a spec may have more sentences. */
const widest = (texts: readonly string[], { width }: Measure): number =>
  texts.reduce((most, text) => Math.max(most, width(text)), 0);

const nameOrders = ({ orders }: Coverage[number]): string =>
  printable(orders.length === 0 ? NOBODY : orders.join(", "));
