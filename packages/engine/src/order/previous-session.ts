import { orderKey } from "@llmch/contract";
import {
  type AttemptRecord,
  type Commit,
  concludeCommit,
  type Ledger,
  type OrderOutcome,
  orderProgress,
  type PreviousSession,
} from "@llmch/factory";
import { loadReplay, type ReplaySource } from "@llmch/models";
import type { StoredRun } from "@llmch/store";
import { findCommitOfRun, finishForward, pushBranch, type Repository } from "@llmch/workspace";

/** The exchanges of a run that is gone on with: each was paid for, and none is asked again. */
export const recordedExchanges = ({ directory, exchanges }: StoredRun): ReplaySource => {
  const loaded = loadReplay(exchanges.text, `${directory}/exchanges.jsonl`);
  if (!loaded.ok) throw new Error(loaded.issues[0].message);
  return loaded.value;
};

/** What an order's run left when it ended, by its journal and its exchanges. */
export const previousSessionOf = (stored: StoredRun, orderId: string): PreviousSession => {
  const progress = orderProgress(stored.journal.events);
  const recorded = recordedExchanges(stored);
  const answers = new Map<number, string>();
  for (let attempt = 1; attempt < progress.next; attempt++) {
    const text = recorded.get(orderKey(orderId, attempt))?.response.text;
    if (text !== undefined) answers.set(attempt, text);
  }
  return { progress, answers };
};

/**
 * Ends a run whose commit the branch already holds: it was made, and nobody was left to say so. Null where the branch
 * never moved, so that the order goes on from its baseline.
 */
export const concludeEarlierCommit = async (
  runId: string,
  { progress }: PreviousSession,
  { repo, push, signal }: { readonly repo: Repository; readonly push: boolean; readonly signal: AbortSignal },
  ledger: Ledger,
): Promise<OrderOutcome | null> => {
  const { intent, failed } = progress;
  if (intent === null) return null;
  const { branch, from } = intent;
  const found = progress.committed ?? (await findCommitOfRun(repo, branch, runId, from));
  if (found === null) return null;
  const behind = await finishForward(repo, { branch, from, commit: found.commit });
  const commit: Commit = { commit: found.commit, tree: found.tree, warnings: behind === null ? [] : [behind] };
  const workspace = {
    push: async () => (push ? pushBranch(repo, branch, signal) : { ok: true as const, value: null }),
  };
  const conclusion = await concludeCommit(commit, intent, { ledger, workspace });
  const record: AttemptRecord = {
    attempt: intent.attempt,
    verdict: "PASS",
    stage: null,
    summary: intent.summary,
    touched_files: intent.files,
    repo_drift: intent.drift,
    failure_brief: null,
    duration_ms: 0,
  };
  return { ...conclusion, attempts: [...failed, record] };
};
