import type { Context } from "@llmch/config";
import { findUnfinished, notOwnFault } from "@llmch/records";
import { resolveArtifactsRoot, type StoredRun } from "@llmch/store";
import { accepted, type Refusal, type Result, rejected } from "@llmch/text";
import { type OwedPush, owedPush } from "./owed-push.ts";
import { strangeFault } from "./strange-entries.ts";

/** A run that goes on, or one that passed and whose last push failed. */
type Resumable = { readonly stored: StoredRun } | { readonly runId: string; readonly owed: OwedPush };

/**
 * The run to resume: the one that is named, else the newest unfinished one.
 * @param pushes whether a push that failed is made up for
 */
export const findResumable = async (
  {
    run,
    artifactsDir,
    pushes,
  }: { readonly run?: string | undefined; readonly artifactsDir?: string | undefined; readonly pushes: boolean },
  { env, cwd, signal }: Pick<Context, "env" | "cwd" | "signal">,
): Promise<Result<Resumable, Refusal>> => {
  const owedBy = async (stored: StoredRun) => (pushes ? owedPush(stored, env) : null);
  const root = resolveArtifactsRoot(artifactsDir, env, cwd);
  const owes = async (stored: StoredRun) => (await owedBy(stored)) !== null;
  const found = await findUnfinished(root, run, { owes, signal });
  if (!found.ok) return found;
  const stored = found.value;
  const owed = await owedBy(stored);
  if (owed !== null) return accepted({ runId: stored.runId, owed });
  const fault = (await strangeFault(stored)) ?? (await notOwnFault(env, stored));
  return fault === null ? accepted({ stored }) : rejected(fault);
};
