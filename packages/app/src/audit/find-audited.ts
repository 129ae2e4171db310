import { join } from "node:path";
import type { RunKind } from "@llmch/contract";
import { findRun, type StoredRunName, storedSummaries } from "@llmch/records";
import { readOwnText, resolveArtifactsRoot } from "@llmch/store";
import {
  accepted,
  type Environment,
  isJsonObject,
  objectMember,
  type Refusal,
  type Result,
  readJson,
  textMember,
} from "@llmch/text";

/** Where to find what is audited. */
export interface AuditedPlace {
  /** The run's id or a prefix of it; by default the newest run. */
  readonly run?: string | undefined;
  /** By default the recorded one of the run. */
  readonly repo?: string | undefined;
  readonly artifactsDir?: string | undefined;
}

/** A run to audit, before its contents are inspected. */
export interface AuditedRun extends StoredRunName {
  /** The repo in its record. */
  readonly repo: string | null;
}

/** The named run, else the last one worked on that is not part of a run-all, if only some kinds count one of these. */
export const findAudited = async (
  root: string,
  named: string | undefined,
  kinds?: readonly RunKind[],
): Promise<Result<AuditedRun, Refusal>> => {
  const summaries = storedSummaries(root);
  const found = findRun(summaries, named, kinds);
  if (!found.ok) return found;
  const { kind, runId } = found.value;
  const isOfOrders = kind !== "planner" && kind !== "ask";
  const repo = isOfOrders ? (summaries.of(found.value).repo ?? recordedRepo(join(root, kind, runId))) : null;
  return accepted({ kind, runId, repo });
};

/** If the journal does not name the repo, `run.json` may. */
const recordedRepo = (directory: string): string | null => {
  const text = readOwnText(join(directory, "run.json"));
  const run = text.ok ? readJson(text.value) : null;
  return run?.ok === true && isJsonObject(run.value) ? textMember(objectMember(run.value, "config"), "repo") : null;
};

/** The repo whose settings apply when what a run landed is judged again; null if there is no such run. */
export const auditedRepo = async (
  { repo, run, artifactsDir }: AuditedPlace,
  env: Environment,
  cwd: string,
  kinds: readonly RunKind[],
): Promise<string | null> => {
  if (repo !== undefined) return repo;
  const found = await findAudited(resolveArtifactsRoot(artifactsDir, env, cwd), run, kinds);
  return found.ok ? found.value.repo : null;
};
