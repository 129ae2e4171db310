import type { RunInList } from "@llmch/app";
import { durationInWords, estimateMark, knownCost, localTime, runWhat, type Spending } from "@llmch/story";
import { dollarsInWords, printable, tokensInWords } from "@llmch/text";
import type { Measure } from "../console/measure.ts";
import type { Colors } from "../console/paint.ts";
import { statePaint } from "../console/paint.ts";

const KINDS = { planner: "plan", factory: "run", "run-all": "run-all", ask: "ask", build: "build" } as const;
const GAP = "  ";
const NARROWEST = 12;
/** Enough of a run's id to tell builds apart: its time. */
const SHORTEST = 10;

export interface TableStyle {
  /** Columns of the terminal; null if there is none. */
  readonly width: number | null;
  readonly colors: Colors;
  readonly measure: Measure;
}

/**
 * Runs as a table, one per line. On a terminal, cuts what a run is about to the width that is left, and shortens ids to what tells them
 * apart; elsewhere cuts nothing.
 */
export const runsTable = (runs: readonly RunInList[], { width, colors, measure }: TableStyle): readonly string[] => {
  const hasCost = runs.some(({ spending }) => knownCost(spending) !== null);
  const hasBranch = runs.some(({ branch }) => branch !== null);
  const rows = runs.map((run) => [
    width === null ? run.run_id : run.short_id,
    run.discarded ? `${run.state}, discarded` : run.state,
    KINDS[run.kind],
    run.is_begun || run.next[0] === undefined
      ? `${runWhat(run, run.state === "running")}${run.of_build === undefined ? "" : `, of build ${run.of_build.slice(0, SHORTEST)}`}`
      : `not begun: ${printable(run.next[0].command)}`,
    localTime(run.started_at),
    run.duration_ms === null ? "-" : durationInWords(run.duration_ms),
    tokens(run.spending),
    ...(hasCost ? [cost(run.spending)] : []),
    ...(hasBranch ? [printable(run.branch ?? "-")] : []),
  ]);
  const last = [...(hasCost ? ["COST"] : []), ...(hasBranch ? ["BRANCH"] : [])];
  const head = ["RUN", "STATE", "KIND", "WHAT", "LOCAL TIME", "TOOK", "TOKENS", ...last];
  const widths = head.map((name, column) =>
    Math.max(...[head, ...rows].map((row) => measure.width(row[column] ?? name))),
  );
  const othersWidth = () => widths.reduce((sum, each, column) => sum + (column === WHAT ? 0 : each + GAP.length), 0);
  // If a terminal is too narrow for all columns, leave out the last ones.
  while (width !== null && widths.length > WHAT + 1 && othersWidth() + NARROWEST > width) widths.pop();
  const others = othersWidth();
  if (width !== null) widths[WHAT] = Math.min(widths[WHAT] ?? 0, Math.max(NARROWEST, width - others));
  const paintOf = (run: RunInList | undefined) => statePaint(run?.state ?? "damaged", colors);
  const line = (row: readonly string[], paint: (cell: string, column: number) => string) =>
    row
      .slice(0, widths.length)
      .map((cell, column) => paint(fitted(cell, widths[column] ?? 0, measure), column))
      .join(GAP)
      .trimEnd();
  return [
    line(head, (cell) => colors.dim(cell)),
    ...rows.map((row, index) => line(row, (cell, column) => (column === STATE ? paintOf(runs[index])(cell) : cell))),
  ];
};

const STATE = 1;
const WHAT = 3;

const fitted = (cell: string, width: number, measure: Measure): string => {
  const cut = measure.width(cell) > width ? measure.cut(cell, width) : cell;
  return cut + " ".repeat(Math.max(0, width - measure.width(cut)));
};

/** With a `+` if some answers did not report their tokens. */
const tokens = (spending: Spending): string => {
  const { answers, unknown, usage, estimated_calls } = spending;
  if (answers === unknown && estimated_calls === 0) return "-";
  return `${estimateMark(spending)}${tokensInWords(usage.input_tokens + usage.output_tokens)}${unknown > 0 ? "+" : ""}`;
};

/** With a `+` if part of it is unknown. */
const cost = (spending: Spending): string => {
  const known = knownCost(spending);
  if (known === null) return spending.answers === 0 ? "-" : "unknown";
  return `${estimateMark(spending)}${dollarsInWords(known)}${spending.unpriced + spending.lost_calls > 0 ? "+" : ""}`;
};
