import type { LookedAt } from "@llmch/app";
import { printable } from "@llmch/text";
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
  { orders, overview, acceptance, estimate, coverage, next }: LookedAt,
  { colors, width }: { readonly colors: Colors; readonly width: number },
  table?: readonly string[],
): Promise<readonly string[]> =>
  withMeasure(async (measure) => {
    const fulfilled = table ?? (coverage === null ? [] : coverageSummary(coverage, colors, width));
    return [
      ...(await ordersTable(orders, { colors, width, measure })),
      ...(fulfilled.length === 0 ? [] : ["", ...fulfilled]),
      ...(overview.length === 0 ? [] : ["", colors.dim("what it is, and what it assumes")]),
      ...overview.flatMap((sentence) =>
        wrapped(printable(sentence), width - 4, measure).map(
          (line, index) => `${index === 0 ? "  - " : "    "}${line}`,
        ),
      ),
      ...(acceptance.length === 0 ? [] : ["", colors.dim("what holds once all orders have landed")]),
      ...acceptance.map(({ command, hidden }) => `  - ${printable(command)}${hidden ? colors.dim(" (hidden)") : ""}`),
      ...(estimate === null ? [] : ["", estimate]),
      "",
      "next:",
      `  ${next}`,
    ];
  });
