import { join } from "node:path";
import type { Context } from "@llmch/config";
import type { RunKind } from "@llmch/contract";
import { isBegun, namedRun, storedSummaries } from "@llmch/records";
import { type FoundRequest, readRequest, resolveArtifactsRoot } from "@llmch/store";
import { readStoredRun } from "@llmch/store/journals";
import { accepted, type Refusal, type Result, refusal, rejected } from "@llmch/text";

/** A request that stands in a run's folder, and of which nothing came yet. */
export interface UnbegunRequest extends FoundRequest {
  readonly kind: RunKind;
  readonly runId: string;
  readonly artifactsRoot: string;
}

/** The request of the run that is named, if it has not begun; null if there is no such run, or it has begun or left no request. */
export const findRequest = async (
  { run, artifactsDir }: { readonly run: string; readonly artifactsDir?: string | undefined },
  { env, cwd, signal }: Pick<Context, "env" | "cwd" | "signal">,
): Promise<Result<UnbegunRequest, Refusal> | null> => {
  const artifactsRoot = resolveArtifactsRoot(artifactsDir, env, cwd);
  const found = namedRun(storedSummaries(artifactsRoot), run);
  if (!found.ok) return null;
  const { kind, runId } = found.value;
  const stored = await readStoredRun(artifactsRoot, kind, runId, signal);
  const hasBegun = stored.ok ? isBegun(stored.value.journal.events) : stored.issues[0].kind !== "empty";
  const request = hasBegun ? null : readRequest(env, { directory: join(artifactsRoot, kind, runId), runId });
  if (request === null) return null;
  const cannot = (why: string) =>
    rejected(refusal("not-resumable", `the request of the run ${runId} cannot be used: ${why}`, "start it again"));
  if (!request.ok) return cannot(request.issues[0]);
  return request.value.isOwn
    ? accepted({ ...request.value, kind, runId, artifactsRoot })
    : cannot("it was made elsewhere, or changed since");
};
