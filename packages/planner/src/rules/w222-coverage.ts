import type { Diagnostic } from "@llmch/contract";
import { shortened } from "@llmch/text";
import { type Coverage, strayInWords, uncovered } from "../coverage/coverage.ts";
import { quote } from "../quote.ts";
import type { Finding } from "./rule.ts";

/** A plan may omit many sentences: a hundred lines say as much as a thousand. */
const MOST_TOLD = 100;

/** Some order quotes each sentence of the spec in `fulfils`. */
export const unfulfilledSentences = (coverage: Coverage): readonly Diagnostic[] => {
  const open = uncovered(coverage);
  const rest = open.length - MOST_TOLD;
  return [
    ...open.slice(0, MOST_TOLD).map(({ text }) => finding(`no order quotes ${quote(shortened(text))} of the spec`)),
    ...(rest > 0 ? [finding(`no order quotes ${rest} more sentences of the spec`)] : []),
  ];
};

const finding = (message: string): Diagnostic => ({
  ...{ code: "W222", wo_id: null, field: "fulfils", message, pointer: "/work_orders" },
});

/** Every quote of an order is in the spec. */
export const strayQuotes = (coverage: Coverage, order: number): readonly Finding[] =>
  coverage.strays
    .filter((stray) => stray.order === order)
    .map((stray) => ({
      code: "W222",
      field: "fulfils",
      message: strayInWords(stray, coverage),
      pointer: `/fulfils/${stray.index}`,
    }));
