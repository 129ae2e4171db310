import type { Context } from "@llmch/config";
import type { Need, RunConfig } from "@llmch/contract";
import { filesToRead, flagToGoOn, type OrderRun, type Prepared, type Schedule } from "@llmch/run";
import { stateAfter, stoppedAt } from "@llmch/story";
import { ordersCommand } from "../next-commands.ts";
import {
  decideCommands,
  isObjected,
  resumeCommand,
  reviseCommand,
  showCommand,
  usedUp,
} from "../resume/next-commands.ts";

/** An order that ended, for faces that tell it. */
export interface OrderResult {
  readonly run: OrderRun;
  readonly title: string;
  /** Whether it is one of several. */
  readonly isPart: boolean;
  /** Commands that say more, or go on. */
  readonly show: string;
  readonly files: readonly string[];
  readonly mend: readonly string[];
}

/** An order that ended. */
export const orderResult = (
  run: OrderRun,
  title: string,
  { kind, config }: Pick<Schedule, "kind" | "config">,
  { artifactsRoot }: Prepared,
  context: Context,
): OrderResult => ({
  ...{ run, title, isPart: kind === "run-all" },
  show: showCommand(run.runId, artifactsRoot, context),
  files: run.verdict === "PASS" ? [] : filesToRead(run),
  mend:
    run.verdict === "PASS"
      ? []
      : [
          ...mendings(run.runId, run, artifactsRoot, context),
          ...goOn(run.runId, [run], run.need === undefined ? [] : [run.need], config, artifactsRoot, context),
        ],
});

/** Revise an order that the model objects to before resuming, unless the objection is wrong. */
export const mendings = (
  runId: string,
  last: OrderRun | undefined,
  root: string,
  context: Context,
): readonly string[] => (isObjected(last) ? [reviseCommand(runId, root, context)] : []);

/** The commands that go on, the usual one first. */
export const goOn = (
  runId: string,
  runs: readonly OrderRun[],
  needs: readonly Need[],
  config: RunConfig,
  root: string,
  context: Context,
): readonly string[] => {
  if (config.by_hand === true) return [ordersCommand("land", config.orders, config.repo, root, context)];
  if (needs.length > 0) return needs.flatMap((need) => decideCommands(runId, need, root, context));
  return [resumeCommand(runId, runs.some(usedUp), root, context, flagToGoOn(stoppedRun(runs)))];
};

/** The run that ended all of them, or else the first that failed; undefined if every run passed. */
export const stoppedRun = (runs: readonly OrderRun[]): OrderRun | undefined =>
  stoppedAt(
    runs.map((run) => ({ run, state: stateAfter(run.verdict, run.exitCode), exitCode: run.exitCode })),
    true,
  )?.run;
