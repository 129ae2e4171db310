import { counted, dollarsInWords, EXIT, type JsonObject, printable, tokensInWords } from "@llmch/contract";
import type { Settings } from "@llmch/contract/settings";
import { type Estimate, estimateCarryingOut } from "@llmch/engine/plan";
import { type Prepared, pushInWords } from "@llmch/engine/preflight";
import type { Schedule } from "@llmch/engine/schedule";
import type { CommandContext } from "../command-context.ts";
import { withMeasure } from "../console/measure.ts";
import { colorsFor } from "../console/paint.ts";
import { INTERRUPTED, type Outcome } from "../outcome.ts";
import { ordersTable, plannedOrders } from "../plan/orders-table.ts";
import type { Terminal } from "../terminal.ts";
import { asksYesOrNo, canAsk } from "../yes-or-no.ts";
import { headerLines } from "./run-report.ts";

/** How a user agrees to what is about to be done. */
export interface Consent {
  /** Only says what would be done. */
  readonly dryRun: boolean;
  /** Whether to ask, if somebody is there to answer. */
  readonly asks: boolean;
  readonly terminal: Pick<Terminal, "stdin" | "stderr"> | null;
}

/** A run that is gone on with was agreed to. */
export const GIVEN: Consent = { dryRun: false, asks: false, terminal: null };

/** Shows on a terminal what is about to be done, and asks. Nobody is asked elsewhere, nor about nothing: that is a yes. */
export const agrees = async (
  { asks, terminal }: Consent,
  schedule: Schedule,
  prepared: Prepared,
  context: CommandContext,
): Promise<boolean> => {
  const { tasks } = schedule;
  if (!asks || terminal === null || !canAsk(terminal) || tasks.length === 0) return true;
  const { console } = context;
  const estimate = await estimateOf(schedule, prepared, context);
  const { columns } = console.stderr;
  const lines = await intentLines(schedule, estimate, context, { colors: console.colors, columns });
  console.progress([...lines, ""].join("\n"));
  const question = `Carry out ${tasks.length === 1 ? "this order" : `these ${tasks.length} orders`}?`;
  return asksYesOrNo(question, terminal, context.signal);
};

/** The user said no, or ended the question. */
export const declined = ({ signal }: Pick<CommandContext, "signal">): Outcome =>
  signal.aborted
    ? INTERRUPTED
    : {
        exitCode: EXIT.failed,
        verdict: "REFUSED",
        lines: ["REFUSED  nothing was made: you did not agree"],
        errors: [{ code: "declined", message: "nothing was made: the user did not agree" }],
      };

/** What would be done, once everything was found in order. Nothing was made for it. */
export const dryRunOutcome = async (
  command: string,
  schedule: Schedule,
  prepared: Prepared,
  context: CommandContext,
): Promise<Outcome> => {
  const { orders, tasks, config } = schedule;
  const { console, env } = context;
  const estimate = await estimateOf(schedule, prepared, context);
  const { isTTY: isTerminal = false, columns } = console.stdout;
  const page = { colors: colorsFor({ color: true }, env, isTerminal), columns: isTerminal ? columns : undefined };
  const before = orders.length - tasks.length;
  const would = `${counted(tasks.length, "order")} would be carried out${before === 0 ? "" : `, ${before} done before`}`;
  if (!console.quiet) {
    const head = headerLines(command, tasks.length, prepared, config, page.colors);
    for (const line of [...head, ...(await intentLines(schedule, estimate, context, page)), ""]) console.result(line);
  }
  return {
    exitCode: EXIT.ok,
    verdict: "PASS",
    lines: [`PASS  dry run: ${would}, on ${printable(prepared.branch)}`],
    counts: { orders: orders.length, skipped: before, would_run: tasks.length },
    warnings: prepared.warnings.map((message) => ({ code: "warning", message })),
    extra: {
      dry_run: true,
      branch: prepared.branch,
      baseline: prepared.baseline,
      push: pushInWords(prepared.push),
      would_run: tasks.map(({ loaded }) => loaded.order.id),
      skipped: prepared.skipped.map(({ order }) => order.id),
      config: documentOf(config),
      ...(estimate === null ? {} : { estimate: estimate.document }),
    },
  };
};

const documentOf = (config: object): JsonObject => JSON.parse(JSON.stringify(config));

const estimateOf = (
  { tasks }: Schedule,
  { repo, baseline, model, artifactsRoot }: Prepared,
  context: CommandContext,
): Promise<Estimate | null> | null =>
  model.replay === null && tasks.length > 0
    ? repo
        .trackedFiles(baseline)
        .then((files) =>
          estimateCarryingOut(
            { orders: tasks.map(({ loaded }) => loaded.document) },
            { directory: repo.root, commit: baseline, files },
            artifactsRoot,
            context,
          ),
        )
    : null;

/** The orders, the caps, and what they may cost; branch, model and remote stand in the header. */
const intentLines = (
  { tasks }: Schedule,
  estimate: Estimate | null,
  { settings }: CommandContext,
  { colors, columns = 100 }: { readonly colors: ReturnType<typeof colorsFor>; readonly columns?: number | undefined },
): Promise<readonly string[]> =>
  withMeasure((measure) => [
    ...ordersTable(plannedOrders(tasks.map(({ loaded }) => loaded.document)), { colors, width: columns, measure }),
    "",
    `caps  ${capsInWords(settings.values.budget)}`,
    ...(estimate === null ? [] : [estimate.line]),
  ]);

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
