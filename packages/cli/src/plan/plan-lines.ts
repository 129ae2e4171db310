import { resolve } from "node:path";
import { type JsonObject, printable, shellWord } from "@llmch/contract";
import { artifactsFlag } from "@llmch/engine/resume";
import { nameOfFile } from "@llmch/engine/settings";
import type { Coverage } from "@llmch/planner";
import type { CommandContext } from "../command-context.ts";
import { withMeasure } from "../console/measure.ts";
import type { Colors } from "../console/paint.ts";
import { wrapped } from "../show/page.ts";
import { coverageDocument, coverageSummary } from "./coverage-lines.ts";
import { ordersTable, type PlannedOrder } from "./orders-table.ts";

/** A plan to look through. */
export interface LookedAt {
  readonly orders: readonly PlannedOrder[];
  /** What the planner says about the plan as a whole, one sentence each, including its assumptions. */
  readonly overview: readonly string[];
  /** What carrying it out may cost, as a line; null if unknown. */
  readonly estimate: string | null;
  /** Which sentences of the spec it fulfils; null if unknown. */
  readonly coverage: Coverage | null;
  /** The command that carries it out. */
  readonly next: string;
}

/**
 * What the user looks through before a plan is carried out: its orders, assumptions and costs, and the next command.
 * @param table the whole table of what it fulfils, instead of a summary
 */
export const planLines = (
  { orders, overview, estimate, coverage, next }: LookedAt,
  { colors, width }: { readonly colors: Colors; readonly width: number },
  table?: readonly string[],
): Promise<readonly string[]> =>
  withMeasure(async (measure) => {
    const fulfilled = table ?? (coverage === null ? [] : coverageSummary(coverage, colors, width));
    return [
      ...(await ordersTable(orders, { colors, width, measure })),
      ...(fulfilled.length === 0 ? [] : ["", ...fulfilled]),
      ...(overview.length === 0 ? [] : ["", colors.dim("what it is, and what it takes for granted")]),
      ...overview.flatMap((sentence) =>
        wrapped(printable(sentence), width - 4, measure).map(
          (line, index) => `${index === 0 ? "  - " : "    "}${line}`,
        ),
      ),
      ...(estimate === null ? [] : ["", estimate]),
      "",
      "next:",
      `  ${next}`,
    ];
  });

/** The same for programs. */
export const planDocument = ({ orders, overview, coverage, next }: LookedAt): JsonObject => ({
  work_orders: orders.map(documented),
  system_overview: [...overview],
  ...coverageDocument(coverage),
  next,
});

const documented = ({ files, after, ...order }: PlannedOrder): JsonObject => ({
  ...order,
  files: [...files],
  after: [...after],
});

/**
 * The command that carries out the orders of a folder, to paste where this one was called.
 * @param repo as the user named it or as it was found; false for none
 */
export const runAllCommand = (
  orders: string,
  repo: string | false,
  artifactsRoot: string,
  { env, cwd }: Pick<CommandContext, "env" | "cwd">,
): string => {
  // Not `~`: a shell would not expand it in quotes.
  const named = (path: string) => nameOfFile(resolve(cwd, path), {}, cwd) || ".";
  const target = repo === false || named(repo) === "." ? "" : ` --repo ${shellWord(named(repo))}`;
  return `llmch run-all ${shellWord(named(orders))}${target}${artifactsFlag(artifactsRoot, { env, cwd })}`;
};
