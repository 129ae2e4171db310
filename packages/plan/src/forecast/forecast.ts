import type { Context } from "@llmch/config";
import { longestPath, waves } from "@llmch/contract";
import { graphOf, graphOfPending, type OrderGraph, type Prepared, type Schedule } from "@llmch/run";
import type { JsonObject } from "@llmch/text";
import { estimateCarryingOut } from "../plan/carrying-out.ts";
import { type RunCommands, runCommands } from "./commands.ts";

/** What to expect from a run that has not started. */
export interface Forecast {
  readonly graph: OrderGraph;
  /** Orders that could be carried out together, one group after the other. */
  readonly waves: readonly (readonly string[])[];
  /** Orders that must follow one another. */
  readonly longestChain: readonly string[];
  readonly commands: RunCommands;
  /** Null if no model is asked, or nothing is known. */
  readonly estimate: JsonObject | null;
}

/** Forecasts a run without asking a model or making anything. */
export const forecastOf = async (schedule: Schedule, prepared: Prepared, context: Context): Promise<Forecast> => {
  const { tasks } = schedule;
  const pending = new Set(tasks.map(({ loaded }) => loaded.order.id));
  const graph = graphOfPending(graphOf(schedule, context), pending);
  return {
    graph,
    waves: waves(graph.orders),
    longestChain: longestPath(graph.orders),
    commands: await runCommands(tasks, prepared, context),
    estimate: await scheduleEstimate(schedule, prepared, context),
  };
};

/** The estimated cost of carrying out the orders; null if their answers are recorded. */
export const scheduleEstimate = async (
  { tasks, isDesigned }: Schedule,
  { repo, baseline, model }: Prepared,
  context: Context,
): Promise<JsonObject | null> =>
  model.replay === null && tasks.length > 0
    ? estimateCarryingOut(
        { orders: tasks.map(({ loaded }) => loaded.document) },
        { directory: repo.root, commit: baseline, files: await repo.trackedFiles(baseline) },
        context,
        !isDesigned,
      )
    : null;
