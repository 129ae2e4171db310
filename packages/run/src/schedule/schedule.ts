import { statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Context, FactoryOptions } from "@llmch/config";
import type { Conversation, Decided, Design, RunConfig } from "@llmch/contract";
import { faultInWords } from "@llmch/files";
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
import { newRunId, resolveArtifactsRoot, type StoredRun } from "@llmch/store";
import { accepted, type Refusal, type Result, rejected } from "@llmch/text";
import { strayLink } from "@llmch/workspace";
import { newTask, type OrderTask } from "../order/order-task.ts";
import { runConfig } from "../order/run-config.ts";
import { type Prepared, preflight } from "../preflight/preflight.ts";
import type { PreflightRequest } from "../preflight/scene.ts";

/** The orders to carry out, one after the other. */
export interface Schedule {
  /** A run of several orders has its own record besides those of its orders; a single order's run has none. */
  readonly kind: "run" | "run-all";
  readonly runId: string;
  /** All orders of the plan. */
  readonly orders: readonly LoadedOrder[];
  /** The orders to carry out. */
  readonly tasks: readonly OrderTask[];
  /** The ids of orders that its user leaves out: then the plan is not judged as a whole. */
  readonly leftOut?: readonly string[];
  /** The design that the orders follow, found beside them or in the record; null if there is none, or none yet. */
  readonly design: Design | null;
  /** True if no design needs to be made. */
  readonly isDesigned: boolean;
  /** True if a program had the orders planned, and no person has seen them (contract §11): see `unseenOrders`. */
  readonly isUnseen?: true;
  /** The spec to examine the work by, if its run keeps it. */
  readonly examinedSpec?: string | null;
  /** The conversation in which its only order was planned, if the author may go on with it. */
  readonly conversation?: Conversation | null;
  readonly config: RunConfig;
  /** The run as its previous session left it; null if this is its first. */
  readonly previous: StoredRun | null;
  /** The run as it was left, and the no, if it begins anew with these orders: its plan was rejected before anything was asked. */
  readonly anew?: { readonly stored: StoredRun; readonly decided: Decided };
  /** The runs of its orders from previous sessions. */
  readonly previousRuns: readonly StoredRun[];
}

/** What the user asked for, before anything in the repo was inspected. */
export interface Work {
  readonly request: PreflightRequest;
  /** The context with the settings that apply to it. */
  readonly context: Context;
  /** Returns what is left to do, once preflight has succeeded. */
  schedule(prepared: Prepared): Promise<Result<Schedule, Refusal>>;
}

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
  given: readonly LoadedOrder[],
  place: OrdersPlace,
  options: FactoryOptions & Choice,
  context: Context,
  runId: string = context.asked?.runId ??
    newRunId(resolveArtifactsRoot(options.artifactsDir, context.env, context.cwd)),
): Work => {
  const config = runConfig(options, context.settings.values, place.orders, context.cwd);
  // Whoever lifts the sandbox or opens the network for a stranger's orders trusts their commands.
  const isTrusted = context.asked?.isForeign !== true || options.sandbox === "off" || options.allowNetwork;
  const orders = isTrusted ? given : given.map((each) => ({ ...each, origin: null }));
  return {
    request: {
      ...{ orders, ordersDirectory: place.directory, design: place.design, options, approve: config.approve, runId },
      ...{ skipDone: kind === "run-all", checks: true, isPart: isChoice(options), others: place.others ?? [] },
    },
    context,
    schedule: async ({ pending, baseBranch }) => {
      const tasks = pending.map((loaded) => (kind === "run" ? newTask(loaded, runId) : newTask(loaded)));
      const { design } = place;
      const isDesigned = design !== null || !context.settings.values.design.make;
      const begun = { ...config, ...(baseBranch === null ? {} : { base_branch: baseBranch }) };
      const first = { config: begun, previous: null, previousRuns: [] };
      return accepted({ kind, runId, orders, tasks, design, isDesigned, ...first });
    },
  };
};

/**
 * The same schedule of orders that no person has seen (contract §11): their commands run in the sandbox without the network, unless a
 * person approves a need that shows them.
 */
export const unseenOrders = (schedule: Schedule): Schedule => {
  const unseen = (loaded: LoadedOrder): LoadedOrder =>
    loaded.origin === undefined ? { ...loaded, origin: null } : loaded;
  return {
    ...schedule,
    isUnseen: true,
    orders: schedule.orders.map(unseen),
    tasks: schedule.tasks.map((task) => ({ ...task, loaded: unseen(task.loaded) })),
  };
};

/** Runs the body once preflight has succeeded, while the branch is locked. Releases the lock however it ends. */
export const whileScheduled = async <Value>(
  work: Work,
  body: (schedule: Schedule, prepared: Prepared, context: Context) => Promise<Value>,
): Promise<Result<Value, LoadFault>> => {
  const done = await whilePrepared(work.request, work.context, async (prepared) => {
    const schedule = await work.schedule(prepared);
    return schedule.ok ? accepted(await body(schedule.value, prepared, work.context)) : schedule;
  });
  return done.ok ? done.value : done;
};

/** Runs the body if preflight succeeds; releases the branch's lock however it ends. */
export const whilePrepared = async <Value>(
  request: PreflightRequest,
  context: Context,
  body: (prepared: Prepared) => Promise<Value>,
): Promise<Result<Value, LoadFault>> => {
  const prepared = await preflight(request, context);
  if (!prepared.ok) return prepared;
  try {
    return accepted(await body(prepared.value));
  } finally {
    release(prepared.value, context);
  }
};

/** Commits stay valid even if the lock cannot be released. */
const release = ({ branch, lock }: Prepared, { warn }: Context): void => {
  try {
    lock?.release();
  } catch (fault) {
    warn(`the lock of ${branch} cannot be given back (${faultInWords(fault)}): the next run takes it over`);
  }
};
