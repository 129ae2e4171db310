import { dirname, join, resolve } from "node:path";
import type { Context, FactoryOptions } from "@llmch/config";
import { type LoadFault, loadOrderValues, ORDERS_FOLDER, readManifestBeside } from "@llmch/records";
import { newRunId, resolveArtifactsRoot } from "@llmch/store";
import { accepted, type JsonValue, type Result } from "@llmch/text";
import type { Schedule } from "../schedule/schedule.ts";
import { newWork, placeOf } from "./new-work.ts";
import type { Work } from "./work.ts";

/** Orders that are passed as values instead of files. */
export interface GivenOrders {
  readonly kind: Schedule["kind"];
  readonly orders: readonly JsonValue[];
  /** The folder of their plan; null if there is none. */
  readonly directory: string | null;
}

/** Work for orders passed as values, in the given order. The record names the place where their run keeps them. */
export const workOfOrders = async (
  { kind, orders, directory }: GivenOrders,
  options: FactoryOptions,
  context: Context,
): Promise<Result<Work, LoadFault>> => {
  const plan = directory === null ? null : (await readManifestBeside(resolve(context.cwd, directory))).document;
  const loaded = loadOrderValues(orders, plan);
  if (!loaded.ok) return loaded;
  const root = resolveArtifactsRoot(options.artifactsDir, context.env, context.cwd);
  const runId = context.asked?.runId ?? newRunId(root);
  const kept =
    kind === "run" ? join(root, "factory", runId, "work_order.json") : join(root, "run-all", runId, ORDERS_FOLDER);
  const place =
    directory === null
      ? accepted({ orders: kept, directory: kind === "run" ? dirname(kept) : kept, design: null })
      : await placeOf(directory, directory);
  return place.ok ? accepted(newWork(kind, loaded.value, place.value, options, context, runId)) : place;
};
