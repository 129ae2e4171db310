import { basename, dirname, join, resolve } from "node:path";
import type { Context } from "@llmch/config";
import { realLocation } from "@llmch/files";
import { madeBy, originOf, type PlanOrigin } from "@llmch/plan";
import type { PreflightRequest } from "@llmch/run";
import { readRequest, repoArtifacts, resolveArtifactsRoot } from "@llmch/store";
import type { Environment } from "@llmch/text";
import { planToCarryOut } from "./plan-to-carry-out.ts";

/**
 * Whether no person has seen the orders of a run (contract §11): a program had them planned, or a build did, and nobody consented in the
 * run's request. What a program asks to have carried out counts as its own, unless it is a plan that a person had made, as it was made.
 */
export const areUnseen = async (
  { runId, orders, skipDone, ordersDirectory, options }: PreflightRequest,
  { env, cwd, asked: given = null }: Pick<Context, "env" | "cwd" | "asked">,
): Promise<boolean> => {
  const root = resolveArtifactsRoot(options.artifactsDir, env, cwd);
  const kept = readRequest(env, { directory: join(root, skipDone ? "run-all" : "factory", runId), runId });
  const asked = kept?.ok === true && kept.value.isOwn ? kept.value : given;
  if (asked?.consent === true) return false;
  const documents = orders.map(({ document }) => document);
  // A queue carries out plans of the repo's own records, too.
  const beside = repoArtifacts(resolve(cwd, options.repo));
  const origin = (await madeBy(documents, root, env)) ?? (await madeBy(documents, beside, env));
  if (origin === null) return asked?.by === "program";
  const store = dirname(dirname(origin.directory));
  if (asked?.by === "program") {
    const made = await planToCarryOut(basename(origin.directory), store, { env, cwd });
    if (!made.ok || realLocation(made.value) !== realLocation(ordersDirectory)) return true;
  }
  return isOfProgram(origin, store, env);
};

/** Whether a program had that plan made, or a build, or another one that it was made of: a person who has a plan changed reads a difference. */
const isOfProgram = async ({ directory, config }: PlanOrigin, root: string, env: Environment): Promise<boolean> => {
  const runId = basename(directory);
  const planned = readRequest(env, { directory, runId });
  if (config?.part !== undefined || (planned?.ok === true && planned.value.by === "program")) return true;
  const before = dirname(config?.revises?.plan ?? "");
  const isStored = realLocation(dirname(before)) === realLocation(dirname(directory)) && basename(before) < runId;
  return isStored && isOfProgram(await originOf(root, basename(before), env), root, env);
};
