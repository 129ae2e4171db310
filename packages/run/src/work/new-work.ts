import { statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Context, FactoryOptions } from "@llmch/config";
import type { Design } from "@llmch/contract";
import {
  type Choice,
  chosenOrders,
  designIn,
  isChoice,
  type LoadedOrder,
  type LoadFault,
  loadOrderDirectory,
  loadOrderFile,
  notAFile,
} from "@llmch/records";
import { newRunId, resolveArtifactsRoot } from "@llmch/store";
import { accepted, type Refusal, type Result, rejected } from "@llmch/text";
import { strayLink } from "@llmch/workspace";
import { newTask } from "../order/order-task.ts";
import { runConfig } from "../order/run-config.ts";
import type { Prepared } from "../preflight/preflight.ts";
import type { Schedule } from "../schedule/schedule.ts";
import type { NewRun, Work } from "./work.ts";

/** One order, from its file (contract §1). */
export const workOfFile = async (
  options: FactoryOptions & { readonly workOrder: string },
  context: Context,
): Promise<Result<Work, LoadFault>> => {
  const file = resolve(context.cwd, options.workOrder);
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory() === true) return rejected(notAFile(options.workOrder));
  const stray = await strayLink(file, context.env);
  const loaded = stray === null ? await loadOrderFile(file) : rejected(stray);
  if (!loaded.ok) return loaded;
  const place = await placeOf(file, dirname(file));
  return place.ok ? accepted(newWork("run", [loaded.value], place.value, options, context)) : place;
};

/** All orders in a directory (contract §1). */
export const workOfDirectory = async (
  options: FactoryOptions & Choice & { readonly workdir: string; readonly runId?: string },
  context: Context,
): Promise<Result<Work, LoadFault>> => {
  const directory = resolve(context.cwd, options.workdir);
  const loaded = await loadOrderDirectory(directory);
  const chosen = loaded.ok ? chosenOrders(loaded.value, options) : loaded;
  if (!chosen.ok) return chosen;
  const place = await placeOf(directory, directory);
  const others = loaded.ok ? loaded.value.filter((each) => !chosen.value.includes(each)) : [];
  return place.ok
    ? accepted(newWork("run-all", chosen.value, { ...place.value, others }, options, context, options.runId))
    : place;
};

/** Where the orders are, and the design beside them. */
export interface OrdersPlace {
  /** Their file or folder, as the record names it. */
  readonly orders: string;
  readonly directory: string;
  readonly design: Design | null;
  /** The orders of the plan that were not chosen. */
  readonly others?: readonly LoadedOrder[];
}

/** @param directory the folder that contains the orders */
export const placeOf = async (orders: string, directory: string): Promise<Result<OrdersPlace, Refusal>> => {
  const design = await designIn(directory);
  return design.ok ? accepted({ orders, directory, design: design.value }) : design;
};

/** Work for orders that start from the beginning. */
export const newWork = (
  kind: Schedule["kind"],
  orders: readonly LoadedOrder[],
  place: OrdersPlace,
  options: FactoryOptions & Choice,
  context: Context,
  runId: string = context.asked?.runId ??
    newRunId(resolveArtifactsRoot(options.artifactsDir, context.env, context.cwd)),
): Work => {
  const config = runConfig(options, context.settings.values, place.orders, context.cwd);
  return {
    request: {
      ...{ orders, ordersDirectory: place.directory, design: place.design, options, approve: config.approve, runId },
      ...{ skipDone: kind === "run-all", checks: true, isPart: isChoice(options), others: place.others ?? [] },
    },
    context,
    begins: { goesOn: null, kind, design: place.design, config },
  };
};

/** The schedule of a run that begins. */
export const newSchedule = (
  { request: { runId, orders }, context }: Pick<Work, "request" | "context">,
  { goesOn: _, config, ...begins }: NewRun,
  { pending, baseBranch }: Pick<Prepared, "pending" | "baseBranch">,
): Schedule => ({
  ...{ ...begins, runId, orders, previous: null, previousRuns: [] },
  tasks: pending.map((loaded) => (begins.kind === "run" ? newTask(loaded, runId) : newTask(loaded))),
  isDesigned: begins.design !== null || !context.settings.values.design.make,
  config: { ...(baseBranch === null ? {} : { base_branch: baseBranch }), ...config },
});
