import { join } from "node:path";
import type { Context } from "@llmch/config";
import { placeOfRun } from "@llmch/plan/plan";
import { checkSeal, isOwnRun, resolveArtifactsRoot } from "@llmch/store";
import { readStoredRun } from "@llmch/store/journals";
import { type Refusal, type Result, refusal, rejected } from "@llmch/text";

/** The folder of the orders of a plan that this user's llmch made, if they are as it left them. */
export const planToCarryOut = async (
  runId: string,
  artifactsDir: string | undefined,
  { env, cwd }: Pick<Context, "env" | "cwd">,
): Promise<Result<string, Refusal>> => {
  const root = resolveArtifactsRoot(artifactsDir, env, cwd);
  const place = placeOfRun(runId, { artifactsDir: root }, { env, cwd });
  if (!place.ok) return place;
  const stored = await readStoredRun(root, "planner", runId);
  const seal = await checkSeal(join(root, "planner", runId));
  const isWhole = seal.kind === "read" && seal.differences.length === 0 && seal.others.length === 0;
  if (stored.ok && (await isOwnRun(env, stored.value)) && isWhole) return place;
  const message = `the run ${runId} is no plan that llmch made here, or its files were changed since`;
  return rejected(refusal("not-repeatable", message, `if you know why: \`llmch run-all ${runId}\``));
};
