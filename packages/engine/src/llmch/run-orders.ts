import { resolve } from "node:path";
import type { JsonValue, Refusal, Result } from "@llmch/contract";
import { refusal, rejected } from "@llmch/contract";
import { factoryConflict } from "../option-conflicts.ts";
import type { FactoryOptions } from "../options.ts";
import type { LoadFault } from "../orders/load-orders.ts";
import { type Work, workOfDirectory, workOfFile, workOfOrders } from "../schedule/index.ts";
import type { ResolvedSettings } from "../settings/resolved-settings.ts";
import type { ActContext } from "./act.ts";
import { carryOutWork } from "./carry-out-work.ts";
import { type Ended, refusedBy } from "./ended.ts";
import type { Instance } from "./instance.ts";
import { optionFault } from "./option-faults.ts";
import { RUN_OPTIONS } from "./option-kinds.ts";
import { plainJson } from "./plain-json.ts";
import type { Plan, Run, RunOptions, WorkOrder } from "./public.ts";

/** Carries out the orders given to `runAll` or `run`. */
export const runOrders = async (
  kind: "run" | "run-all",
  asked: string | WorkOrder | Plan | readonly WorkOrder[],
  options: RunOptions,
  instance: Instance,
  context: ActContext,
): Promise<Ended<Run>> => {
  const fault = optionFault(options, RUN_OPTIONS);
  if (fault !== null) return refusedBy([fault]);
  const { revise = 1, jobs = 1 } = options;
  for (const [name, value] of Object.entries({ revise, jobs })) {
    if (!Number.isInteger(value) || value < 1)
      return refusedBy([refusal("usage", `${name} cannot be ${value}`, "give a whole number from 1")]);
  }
  const factory = factoryOptions(options, instance, context);
  const conflict = factoryConflict(factory);
  if (conflict !== null) return refusedBy([refusal("usage", conflict, "see docs/api.md")]);
  const held = { ...context, settings: pushing(options.push, context.settings) };
  const work = await workOf(kind, asked, factory, held);
  return work.ok ? carryOutWork(work.value, held) : refusedBy(work.issues);
};

/** The settings with the caller's choice about pushing; the settings say when to push. */
const pushing = (asked: boolean | undefined, settings: ResolvedSettings): ResolvedSettings => {
  const { factory } = settings.values;
  if (asked === undefined || asked === (factory.push !== "never")) return settings;
  return { ...settings, values: { ...settings.values, factory: { ...factory, push: asked ? "each" : "never" } } };
};

const workOf = async (
  kind: "run" | "run-all",
  asked: string | WorkOrder | Plan | readonly WorkOrder[],
  options: FactoryOptions,
  context: ActContext,
): Promise<Result<Work, LoadFault>> => {
  if (typeof asked === "string") {
    return kind === "run"
      ? workOfFile({ ...options, workOrder: asked }, context)
      : workOfDirectory({ ...options, workdir: asked }, context);
  }
  const { orders, directory } = ordersIn(kind, asked);
  const read = plainJson(orders, "orders");
  if (!read.ok) return rejected(malformed(read.issues[0]));
  const documents: JsonValue = read.value;
  return Array.isArray(documents)
    ? workOfOrders({ kind, orders: documents, directory }, options, context)
    : rejected(malformed("runAll is given no orders"));
};

const malformed = (message: string): Refusal =>
  refusal("invalid-work-order", message, "give a plan, a list of work orders, or the path of their folder");

/** The orders in the argument, and the folder of their plan. */
const ordersIn = (kind: "run" | "run-all", asked: object): { orders: unknown; directory: string | null } => {
  if (kind === "run") return { orders: [asked], directory: null };
  if (Array.isArray(asked)) return { orders: asked, directory: null };
  const orders = "orders" in asked ? asked.orders : null;
  const directory = "ordersDirectory" in asked ? asked.ordersDirectory : null;
  return { orders, directory: typeof directory === "string" ? directory : null };
};

const factoryOptions = (
  options: RunOptions,
  { repo, artifactsDir, cwd }: Instance,
  context: ActContext,
): FactoryOptions => {
  const { branch, commitHash, out, replay, revise, sandbox = "auto" } = options;
  return {
    ...{ repo, artifactsDir, given: context.given },
    ...(branch === undefined ? {} : { branch }),
    ...(commitHash === undefined ? {} : { commitHash }),
    ...(out === undefined ? {} : { out }),
    ...(revise === undefined ? {} : { revise }),
    ...(replay === undefined ? {} : { replay: resolve(cwd, replay) }),
    ...(options.jobs === undefined ? {} : { jobs: options.jobs }),
    keepGoing: options.keepGoing ?? false,
    createBranch: options.createBranch ?? false,
    reuseBranch: options.reuseBranch ?? false,
    allowVerifyExempt: options.allowVerifyExempt ?? false,
    allowEmpty: options.allowEmpty ?? false,
    allowDirty: options.allowDirty ?? false,
    allowStale: options.allowStale ?? false,
    stopOnRepeat: options.stopOnRepeat ?? false,
    sandbox: sandbox !== "off",
    requireSandbox: sandbox === "required",
    allowNetwork: options.allowNetwork ?? false,
    replayStrict: options.replayStrict ?? false,
  };
};
