import { counted, EXIT, type JsonObject, printable } from "@llmch/contract";
import { forecastOf } from "@llmch/engine/forecast";
import { isolationInWords, type Prepared, pushInWords } from "@llmch/engine/preflight";
import type { Schedule } from "@llmch/engine/schedule";
import type { CommandContext } from "../command-context.ts";
import { colorsFor } from "../console/paint.ts";
import type { Outcome } from "../outcome.ts";
import { intentLines } from "./consent.ts";
import { forecastDocument, forecastLines } from "./forecast-lines.ts";
import { asWarning, headerLines } from "./run-report.ts";

/** What would be done, after all checks passed. Nothing was created for it. */
export const dryRunOutcome = async (
  command: string,
  schedule: Schedule,
  prepared: Prepared,
  context: CommandContext,
): Promise<Outcome> => {
  const { orders, tasks, config } = schedule;
  const { console, env } = context;
  const forecast = await forecastOf(schedule, prepared, context);
  const { isTTY: isTerminal = false, columns } = console.stdout;
  const page = { colors: colorsFor({ color: true }, env, isTerminal), columns: isTerminal ? columns : undefined };
  const before = orders.length - tasks.length;
  const would = `${counted(tasks.length, "order")} would be carried out${before === 0 ? "" : `, ${before} done before`}`;
  if (!console.quiet) {
    const head = headerLines(command, tasks.length, prepared, config, page.colors);
    const intent = await intentLines(schedule, forecast.estimate, context, page);
    const ahead = tasks.length === 0 ? [] : forecastLines(forecast, page.colors);
    for (const line of [...head, ...intent, ...ahead, ""]) console.result(line);
  }
  return {
    exitCode: EXIT.ok,
    verdict: "PASS",
    lines: [`PASS  dry run: ${would}, on ${printable(prepared.branch)}`],
    counts: { orders: orders.length, skipped: before, would_run: tasks.length },
    warnings: prepared.warnings.map(asWarning),
    extra: () => ({
      dry_run: true,
      branch: prepared.branch,
      baseline: prepared.baseline,
      push: pushInWords(prepared.push),
      sandbox: isolationInWords(prepared.isolation),
      would_run: tasks.map(({ loaded }) => loaded.order.id),
      skipped: prepared.skipped.map(({ order }) => order.id),
      config: documentOf(config),
      ...forecastDocument(forecast),
    }),
  };
};

const documentOf = (config: object): JsonObject => JSON.parse(JSON.stringify(config));
