import { type CostKind, type CostRow, costInWords, estimateMark, recordedInWords, type Spending } from "@llmch/story";
import { counted, printable, shareInWords, tokensInWords } from "@llmch/text";
import type { Measure } from "../console/measure.ts";
import type { Colors } from "../console/paint.ts";
import { rowsOf } from "../plan/table-rows.ts";

const NUMBERS = ["ANSWERS", "TOKENS IN", "CACHED", "TOKENS OUT", "REASONING", "COST"] as const;

/** What a run spent, one line per row, then the total, then what is unknown about it. */
export const costsTable = (
  rows: readonly CostRow[],
  total: Spending,
  { by, colors, measure }: { readonly by: CostKind; readonly colors: Colors; readonly measure: Measure },
): readonly string[] => {
  const head = [by.toUpperCase(), ...NUMBERS];
  const cells = rows.map(({ name, spending }) => [printable(name), ...numbersOf(spending)]);
  const last = rows.length < 2 ? [] : [["total", ...numbersOf(total)]];
  const rowsShown = [head, ...cells, ...last];
  const widths = head.map((_, at) => rowsShown.reduce((most, row) => Math.max(most, measure.width(row[at] ?? "")), 0));
  const lines = rowsShown.flatMap((row) => rowsOf(row, widths, measure));
  return [
    ...lines.map((line, index) => {
      if (index === 0) return colors.dim(line);
      return last.length > 0 && index === lines.length - 1 ? colors.bold(line) : line;
    }),
    ...notes(total).map((note) => colors.dim(note)),
  ];
};

const numbersOf = (spending: Spending): readonly string[] => {
  const { answers, unknown, usage } = spending;
  const brokenOff = spending.lost_calls + spending.estimated_calls;
  const isKnown = answers > unknown || usage.input_tokens > 0;
  const tokens = (count: number) =>
    isKnown ? `${estimateMark(spending)}${tokensInWords(count)}${unknown > 0 ? "+" : ""}` : "-";
  return [
    `${answers}${brokenOff > 0 ? `+${brokenOff}` : ""}`,
    tokens(usage.input_tokens),
    isKnown ? shareInWords(usage.cached_tokens, usage.input_tokens) : "-",
    tokens(usage.output_tokens),
    tokens(usage.reasoning_tokens),
    costInWords(spending),
  ];
};

/** What the figures do not show by themselves, one sentence each. */
const notes = (total: Spending): readonly string[] => [
  ...(total.unpriced === 0 ? [] : [`the cost of ${counted(total.unpriced, "question")} is not known${hintOf(total)}`]),
  ...(total.unknown === 0 ? [] : [`how many tokens ${counted(total.unknown, "answer")} took is not known`]),
  ...(total.lost_calls === 0
    ? []
    : [`${counted(total.lost_calls, "call")} broke off: lost, and perhaps billed all the same`]),
  ...(total.estimated_calls === 0
    ? []
    : [
        `~ holds an estimate of ${counted(total.estimated_calls, "call")} that llmch cut: the input, and what had streamed`,
      ]),
  ...(total.from_record === 0 ? [] : [`${recordedInWords(total)}; costs are those of the record`]),
];

/** Setting a price helps only later runs, and only if the tokens are known. */
const hintOf = ({ unpriced, unknown }: Spending): string =>
  unpriced > unknown ? ": for later runs a price can be set under models.prices" : "";
