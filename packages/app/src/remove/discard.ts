import { join } from "node:path";
import type { Context } from "@llmch/config";
import { findRun, type StoredRunName, storedSummaries } from "@llmch/records";
import { clearLeftovers } from "@llmch/run";
import { isBeingWritten, isOwnRun, markDiscarded, removeRun, type StoredRun } from "@llmch/store";
import { readStoredRun } from "@llmch/store/journals";
import { runWhat } from "@llmch/story";
import { accepted, type Refusal, type Result, refusal, rejected, shellWord } from "@llmch/text";
import { acquireLock, openRepository, type Repository, removeBranch } from "@llmch/workspace";
import { branchOfRun, type RunBranch } from "./run-branch.ts";

/** The parts of a run that can be discarded. */
export interface Discard extends StoredRunName {
  /** What the run is about, in a few words. */
  readonly what: string;
  readonly root: string;
  readonly repo: Repository | null;
  /** Null for a run without a branch. */
  readonly branch: RunBranch | null;
  /**
   * Its own record and those of its parts, in the order of removal: its own goes last, so that it can be found as long as anything
   * is left.
   */
  readonly records: readonly StoredRunName[];
}

/** Finds what can be discarded of the named run, else of the newest one, and refuses what must be kept. Changes nothing. */
export const findDiscard = async (
  named: string | undefined,
  root: string,
  { env }: Pick<Context, "env">,
): Promise<Result<Discard, Refusal>> => {
  const summaries = storedSummaries(root);
  const found = findRun(summaries, named);
  if (!found.ok) return found;
  const { kind, runId } = found.value;
  const summary = summaries.of(found.value);
  const whole = summaries.wholes().get(runId);
  if (whole !== undefined) {
    const message = `the run ${runId} is a part of the ${whole.kind} ${whole.runId}`;
    return no(message, `discard that: \`llmch discard ${whole.runId}\``);
  }
  const records = [...summaries.partsOf(found.value), found.value];
  const living = records.find((run) => isBeingWritten(join(root, run.kind, run.runId)));
  if (living !== undefined) return no(`the run ${living.runId} is at work`, "end it first, with Ctrl-C or `kill`");
  const base = { kind, runId, root, records, what: runWhat(summary) };
  const stored = await readStoredRun(root, kind, runId);
  // A build learns its branch from its first window.
  const name = records.map((run) => summaries.of(run).branch).findLast((each) => each !== null) ?? null;
  if (!stored.ok || name === null || summary.repo === null) return accepted({ ...base, repo: null, branch: null });
  const repo = await openRepository(summary.repo, env);
  if (!repo.ok) return accepted({ ...base, repo: null, branch: null });
  const branch = await branchOfRun(repo.value, name, await sessionsOf(root, records));
  if (!branch.ok) return branch;
  const isForeign = branch.value.tip !== null && !(await isOwnRun(env, stored.value));
  if (isForeign) {
    const message = `the run ${runId} was begun elsewhere, or was changed since`;
    return no(message, `if you trust it, remove its branch yourself: \`git branch -D ${shellWord(name)}\``);
  }
  return accepted({ ...base, repo: repo.value, branch: branch.value });
};

const sessionsOf = async (root: string, records: readonly StoredRunName[]): Promise<readonly StoredRun[]> => {
  const sessions: StoredRun[] = [];
  for (const { kind, runId } of records) {
    const stored = await readStoredRun(root, kind, runId);
    if (stored.ok) sessions.push(stored.value);
  }
  return sessions;
};

/** Removes one thing; may be repeated. Returns what prevented it, in words, or null. */
export type DiscardStep = () => Promise<string | null>;

/** The steps of a discard, in order: after a kill in between, the same command does the rest. The caller holds the branch's lock. */
export const discardSteps = (
  { repo, branch, root, records, kind, runId }: Discard,
  withRecords: boolean,
): readonly DiscardStep[] => [
  ...branchSteps(repo, branch),
  ...(withRecords ? [] : [() => markDiscarded(join(root, kind, runId)).then(() => null)]),
  ...(withRecords ? records : []).map(({ kind, runId }) => async () => {
    removeRun(root, kind, runId);
    return null;
  }),
];

const branchSteps = (repo: Repository | null, branch: RunBranch | null): readonly DiscardStep[] => {
  const tip = branch?.tip ?? null;
  return repo === null || branch === null || tip === null ? [] : [() => removeBranch(repo, branch.name, tip)];
};

/** Discards the run, including leftover worktrees and locks. Returns a sentence for each of those. */
export const carryOutDiscard = async (
  discard: Discard,
  withRecords: boolean,
  { env }: Pick<Context, "env">,
): Promise<Result<readonly string[], Refusal>> => {
  const { repo, branch, runId, root, records } = discard;
  if (repo === null || branch === null) return doAll(discardSteps(discard, withRecords), []);
  // None of its records is written: `findDiscard` has looked.
  const isOver = (run: string) => records.some((each) => each.runId === run);
  const lock = acquireLock(repo, branch.name, { run: runId, isOver });
  if (!lock.ok) return lock;
  try {
    // Look again: somebody may have worked on it in the meantime.
    const again = await findDiscard(runId, root, { env });
    if (!again.ok) return again;
    const cleared = await clearLeftovers(repo, branch.name, lock.value, root);
    return await doAll(discardSteps(again.value, withRecords), cleared);
  } finally {
    lock.value.release();
  }
};

const doAll = async (
  steps: readonly DiscardStep[],
  cleared: readonly string[],
): Promise<Result<readonly string[], Refusal>> => {
  for (const step of steps) {
    const fault = await step();
    if (fault !== null) return no(`the run could not be discarded (${fault})`, "run the same command again to finish");
  }
  return accepted(cleared);
};

const no = (message: string, hint: string) => rejected(refusal("not-discardable", message, hint));
