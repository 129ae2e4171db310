import { join } from "node:path";
import { accepted, objectMember, type Refusal, type Result, textMember } from "@llmch/contract";
import { findRun } from "../stored/find-run.ts";
import { type StoredRunName, storedSummaries } from "../stored/stored-summaries.ts";
import { readDocument } from "./documents.ts";

/** A run to audit, before its contents are inspected. */
export interface AuditedRun extends StoredRunName {
  /** The repo in its record. */
  readonly repo: string | null;
}

/** The named run, else the last one worked on that is not part of a run-all. */
export const findAudited = async (
  root: string,
  named: string | undefined,
  signal?: AbortSignal,
): Promise<Result<AuditedRun, Refusal>> => {
  const summaries = storedSummaries(root);
  const found = await findRun(summaries, named, signal);
  if (!found.ok) return found;
  const { kind, runId } = found.value;
  const repo =
    kind === "planner" || kind === "ask"
      ? null
      : (summaries.of(found.value).repo ?? (await recordedRepo(root, found.value)));
  return accepted({ kind, runId, repo });
};

/** If the journal does not name the repo, `run.json` may. */
const recordedRepo = async (root: string, { kind, runId }: StoredRunName): Promise<string | null> => {
  const run = await readDocument(join(root, kind, runId), `${kind}/${runId}`, "run.json");
  return run.ok ? textMember(objectMember(run.value, "config"), "repo") : null;
};
