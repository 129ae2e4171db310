import type { PlanShown } from "@llmch/app";
import { estimateInWords } from "@llmch/story";
import { commandBlock, isJsonObject, printable } from "@llmch/text";
import { withMeasure } from "../console/measure.ts";
import type { Colors } from "../console/paint.ts";
import { wrapped } from "../show/page.ts";
import { coverageSummary } from "./coverage-lines.ts";
import { ordersTable } from "./orders-table.ts";

/**
 * What the user looks through before a plan is carried out: its orders, assumptions and costs, and the next command.
 * @param table the whole table of what it fulfils, instead of a summary
 */
export const planLines = (
  {
    workOrders,
    systemOverview,
    planAcceptance = [],
    estimate,
    coverage,
    next,
  }: PlanShown & { readonly estimate?: unknown },
  { colors, width }: { readonly colors: Colors; readonly width: number },
  table?: readonly string[],
): Promise<readonly string[]> =>
  withMeasure(async (measure) => {
    const fulfilled = table ?? (coverage === undefined ? [] : coverageSummary(coverage, colors, width));
    const words = isJsonObject(estimate) ? estimateInWords(estimate) : null;
    return [
      ...(await ordersTable(workOrders, { colors, width, measure })),
      ...(fulfilled.length === 0 ? [] : ["", ...fulfilled]),
      ...(systemOverview.length === 0 ? [] : ["", colors.dim("what it is, and what it assumes")]),
      ...systemOverview.flatMap((sentence) =>
        wrapped(printable(sentence), width - 4, measure).map(
          (line, index) => `${index === 0 ? "  - " : "    "}${line}`,
        ),
      ),
      ...(planAcceptance.length === 0 ? [] : ["", colors.dim("what holds once all orders have landed")]),
      ...planAcceptance.map(
        ({ command, hidden }) => `  - ${commandBlock(command, "  | ")}${hidden ? colors.dim(" (hidden)") : ""}`,
      ),
      ...(words === null ? [] : ["", `estimate  ${words}`]),
      "",
      "next:",
      `  ${next}`,
    ];
  });
