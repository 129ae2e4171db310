import { dollarsInWords, EXIT, tokensInWords } from "@llmch/contract";
import type { Settings } from "@llmch/contract/settings";
import { scheduleEstimate } from "@llmch/engine/forecast";
import type { Estimate } from "@llmch/engine/plan";
import type { Prepared } from "@llmch/engine/preflight";
import type { Schedule } from "@llmch/engine/schedule";
import type { CommandContext } from "../command-context.ts";
import { withMeasure } from "../console/measure.ts";
import type { colorsFor } from "../console/paint.ts";
import type { Outcome } from "../outcome.ts";
import { ordersTable, plannedOrders } from "../plan/orders-table.ts";
import type { Terminal } from "../terminal.ts";
import { asksYesOrNo, canAsk } from "../yes-or-no.ts";

/** How the user agrees to what is about to be done. */
export interface Consent {
  /** Only says what would be done. */
  readonly dryRun: boolean;
  /** Whether to ask, if somebody is there to answer. */
  readonly asks: boolean;
  readonly terminal: Pick<Terminal, "stdin" | "stderr"> | null;
}

/** A resumed run was agreed to before. */
export const GIVEN: Consent = { dryRun: false, asks: false, terminal: null };

/** Shows on a terminal what is about to be done, and asks. Without a terminal, or with nothing to do, it counts as agreed. */
export const agrees = async (
  { asks, terminal }: Consent,
  schedule: Schedule,
  prepared: Prepared,
  context: CommandContext,
): Promise<boolean> => {
  const { tasks } = schedule;
  if (!asks || terminal === null || !canAsk(terminal) || tasks.length === 0) return true;
  const { console } = context;
  const estimate = await scheduleEstimate(schedule, prepared, context);
  const { columns } = console.stderr;
  const lines = await intentLines(schedule, estimate, context, { colors: console.colors, columns });
  console.progress([...lines, ""].join("\n"));
  const question = `Carry out ${tasks.length === 1 ? "this order" : `these ${tasks.length} orders`}?`;
  return asksYesOrNo(question, terminal, context.signal);
};

/** The user said no. */
export const DECLINED: Outcome = {
  exitCode: EXIT.failed,
  verdict: "REFUSED",
  lines: ["REFUSED  nothing was made: you did not agree"],
  errors: [{ code: "declined", message: "nothing was made: the user did not agree" }],
};

/** The orders, the caps, and what they may cost; branch, model and remote are in the header. */
export const intentLines = async (
  { tasks }: Schedule,
  estimate: Estimate | null,
  { settings }: CommandContext,
  { colors, columns = 100 }: { readonly colors: ReturnType<typeof colorsFor>; readonly columns?: number | undefined },
): Promise<readonly string[]> => {
  const planned = await plannedOrders(tasks.map(({ loaded }) => loaded.document));
  return [
    ...(await withMeasure((measure) => ordersTable(planned, { colors, width: columns, measure }))),
    "",
    `caps  ${capsInWords(settings.values.budget)}`,
    ...(estimate === null ? [] : [estimate.line]),
  ];
};

/** `at most $2.00, 60 min`. */
export const capsInWords = ({
  usd,
  tokens,
  minutes,
}: Pick<Settings["budget"], "usd" | "tokens" | "minutes">): string => {
  const caps = [
    ...(usd === null ? [] : [dollarsInWords(usd)]),
    ...(tokens === null ? [] : [`${tokensInWords(tokens)} tokens`]),
    ...(minutes === null ? [] : [`${minutes} min`]),
  ];
  return caps.length === 0 ? "none: --budget USD sets one" : `at most ${caps.join(", ")}`;
};
