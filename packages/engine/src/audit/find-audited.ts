import { join } from "node:path";
import { accepted, objectMember, type Refusal, type Result, textMember } from "@llmch/contract";
import { findRun } from "../stored/find-run.ts";
import { type StoredRunName, storedSummaries } from "../stored/stored-summaries.ts";
import { readDocument } from "./documents.ts";

/** A run to be audited, as far as it can be told before it is looked into. */
export interface AuditedRun extends StoredRunName {
  /** The repo that it is on record with. */
  readonly repo: string | null;
}

/** The run that is named, else the one that was worked on last, and is no part of a run-all. */
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

/** Where the journal does not tell, `run.json` may. */
const recordedRepo = async (root: string, { kind, runId }: StoredRunName): Promise<string | null> => {
  const run = await readDocument(join(root, kind, runId), `${kind}/${runId}`, "run.json");
  return run.ok ? textMember(objectMember(run.value, "config"), "repo") : null;
};
