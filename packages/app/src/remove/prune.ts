import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { Context } from "@llmch/config";
import { type StoredRunName, type StoredSummaries, storedSummaries } from "@llmch/records";
import { isBeingWritten, overAt, removeRun } from "@llmch/store";
import { type RunSummary, runWhat } from "@llmch/story";
import { openRepository, type Repository } from "@llmch/workspace";

/** A run whose record may go. */
export interface Prunable {
  readonly runId: string;
  /** What the run is about, in a few words. */
  readonly what: string;
  readonly endedAt: string;
  /** Its records, including those of its parts, in the order of removal. */
  readonly records: readonly StoredRunName[];
}

/** The old runs found in a store. */
export interface Prune {
  readonly prunable: readonly Prunable[];
  /** Old runs that passed, but whose commits are on no other branch yet: an audit before they are merged needs their records. */
  readonly unmerged: readonly Prunable[];
}

/**
 * Finds the runs that ended before a given time and will not be resumed: those that passed or failed, not those that were interrupted or
 * reached a limit. The runs of a run-all's orders and of a build's steps go with it. Changes nothing.
 */
export const findPrunable = async (
  root: string,
  before: Date,
  { env, signal }: Pick<Context, "env"> & Partial<Pick<Context, "signal">>,
): Promise<Prune> => {
  const summaries = storedSummaries(root);
  summaries.wholes();
  const old: Prunable[] = [];
  for (const run of summaries.runs) {
    await setImmediate();
    signal?.throwIfAborted();
    old.push(...[prunable(run, before, summaries) ?? []].flat());
  }
  const repos = new Map<string, Promise<Repository | null>>();
  const repoAt = (path: string): Promise<Repository | null> => {
    const opened = repos.get(path) ?? openRepository(path, env).then((repo) => (repo.ok ? repo.value : null));
    repos.set(path, opened);
    return opened;
  };
  const prune: { readonly prunable: Prunable[]; readonly unmerged: Prunable[] } = { prunable: [], unmerged: [] };
  for (const each of old) {
    signal?.throwIfAborted();
    const commit = each.records.map((run) => summaries.of(run)).findLast((summary) => summary.commit !== null);
    const isUnmerged = commit !== undefined && (await isOnItsBranchAlone(commit, repoAt));
    (isUnmerged ? prune.unmerged : prune.prunable).push(each);
  }
  return prune;
};

const prunable = (run: StoredRunName, before: Date, summaries: StoredSummaries): Prunable | null => {
  const summary = summaries.of(run);
  const { is_begun, verdict } = summary;
  const hasEnded = verdict === "PASS" || verdict === "FAIL";
  const last_at = hasEnded ? summary.last_at : is_begun ? null : overAt(join(summaries.root, run.kind, run.runId));
  if (summaries.isPart(run)) return null;
  // An unreadable time does not count as old.
  if (last_at === null || !(Date.parse(last_at) < before.getTime())) return null;
  const records = [...summaries.partsOf(run), run];
  if (records.some(({ kind, runId }) => isBeingWritten(join(summaries.root, kind, runId)))) return null;
  return { runId: run.runId, what: runWhat(summary), endedAt: last_at, records };
};

const isOnItsBranchAlone = async (
  { commit, branch, repo: path }: RunSummary,
  repoAt: (path: string) => Promise<Repository | null>,
): Promise<boolean> => {
  const repo = path === null ? null : await repoAt(path);
  if (repo === null || commit === null) return false;
  const held = await repo.git.read("for-each-ref", `--contains=${commit}`, "--format=%(refname)", "refs/heads/");
  return held.ok && held.value.trim() === `refs/heads/${branch}`;
};

/** Removes only the records of these runs. Each removal is atomic; what a kill leaves behind is removed with the next one. */
export const carryOutPrune = (root: string, runs: readonly Prunable[]): void => {
  for (const { kind, runId } of runs.flatMap(({ records }) => records)) removeRun(root, kind, runId);
};
