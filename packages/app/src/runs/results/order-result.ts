import type { Context } from "@llmch/config";
import { filesToRead, type OrderGraph, type OrderRun, type Prepared, type Schedule } from "@llmch/run";
import { stateAfter, stoppedAt } from "@llmch/story";
import { showCommand } from "../resume/next-commands.ts";
import { type EndedOrder, endedOrder } from "./run-result.ts";

/** An order that ended, for faces that tell it as it happens. */
export interface OrderResult extends EndedOrder, Pick<OrderRun, "brief" | "stack"> {
  /** Whether it is one of several. */
  readonly isPart: boolean;
  /** What says more if it did not pass: a command, then files. */
  readonly read: readonly string[];
}

/** An order that ended. */
export const orderResult = (
  run: OrderRun,
  title: string,
  { kind }: Pick<Schedule, "kind">,
  { artifactsRoot }: Prepared,
  context: Context,
): OrderResult => {
  const files = run.verdict === "PASS" ? [] : filesToRead(run);
  return {
    ...{ ...endedOrder(run, title), brief: run.brief, stack: run.stack, isPart: kind === "run-all" },
    read: files.length === 0 ? [] : [showCommand(run.runId, artifactsRoot, context), ...files],
  };
};

/** The run that ended all of them, or else the first that failed; undefined if every run passed. */
export const stoppedRun = (runs: readonly OrderRun[]): OrderRun | undefined =>
  stoppedAt(
    runs.map((run) => ({ run, state: stateAfter(run.verdict, run.exitCode), exitCode: run.exitCode })),
    true,
  )?.run;

/**
 * A run that keeps going after a failure has a line for each order: these are the ones of those that it did not begin.
 * @param pending what it was to carry out
 */
export const waitLines = (
  { orders }: OrderGraph,
  pending: ReadonlySet<string>,
  runs: readonly Pick<OrderRun, "orderId" | "verdict">[],
): readonly string[] => {
  const begun = new Map(runs.map(({ orderId, verdict }) => [orderId, verdict]));
  return orders.flatMap(({ id, directly }) => {
    if (!pending.has(id) || begun.has(id)) return [];
    const needs = directly.filter((each) => pending.has(each) && begun.get(each) !== "PASS");
    return [`WAIT  ${id}  ${needs.length === 0 ? "not reached" : `needs ${needs.join(", ")}`}`];
  });
};
