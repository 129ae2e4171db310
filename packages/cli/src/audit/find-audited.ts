import { join } from "node:path";
import { accepted, type Refusal, refusal, rejected, type Tool, type Verdict } from "@llmch/contract";
import { readStoredRun, storedRuns } from "@llmch/host";
import { objectMember, readDocument, textMember } from "./documents.ts";

/** A run to be audited, as far as it can be told before it is looked into. */
export interface AuditedRun {
  readonly tool: Tool;
  readonly runId: string;
  /** The repo that it is on record with. */
  readonly repo: string | null;
}

/** The run that is named, else the newest one that is no part of a run-all. */
export const findAudited = async (root: string, named: string | undefined): Promise<Verdict<AuditedRun, Refusal>> => {
  const runs = storedRuns(root);
  const known = new Set(runs.map(({ runId }) => runId));
  for (const { tool, runId } of runs) {
    if (named !== undefined && runId !== named.toUpperCase()) continue;
    const { schedule, repo } = await beginningOf(root, tool, runId);
    if (named === undefined && schedule !== null && known.has(schedule)) continue;
    return accepted({ tool, runId, repo });
  }
  const message = named === undefined ? `there is no run in ${root}` : `there is no run ${named} in ${root}`;
  return rejected(refusal("no-such-run", message, "name another --artifacts-dir"));
};

/** By the journal's first event; where that cannot be read, by `run.json`. */
const beginningOf = async (root: string, tool: Tool, runId: string) => {
  const stored = readStoredRun(root, tool, runId);
  const first = stored.ok ? stored.value.journal.events[0] : undefined;
  if (first?.type === "order_started") return { schedule: first.schedule, repo: first.config.repo };
  if (first?.type === "schedule_started") return { schedule: null, repo: first.config.repo };
  const run = await readDocument(join(root, tool, runId), `${tool}/${runId}`, "run.json");
  if (!run.ok || tool === "planner") return { schedule: null, repo: null };
  return { schedule: textMember(run.value, "schedule"), repo: textMember(objectMember(run.value, "config"), "repo") };
};
