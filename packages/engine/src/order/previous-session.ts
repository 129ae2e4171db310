import { callKey, orderCall } from "@llmch/contract";
import { type AttemptRecord, type Ledger, MOST_NEEDS, orderProgress, type PreviousSession } from "@llmch/factory";
import type { StoredRun } from "@llmch/store";
import { findCommitOfRun, finishForward, type Repository } from "@llmch/workspace";
import { type Concluded, concludeCommit } from "../landing/conclude-commit.ts";
import type { Push } from "../landing/push.ts";
import { recordedExchanges } from "../session/recorded-exchanges.ts";

/** What an order's run left when it ended, by its journal and its exchanges. */
export const previousSessionOf = (stored: StoredRun, orderId: string): PreviousSession => {
  const progress = orderProgress(stored.journal.events);
  const recorded = recordedExchanges(stored);
  const answers = new Map<number, string>();
  for (let attempt = 1; attempt < progress.next; attempt++) {
    const turns = [...Array(MOST_NEEDS + 1).keys()].reverse();
    const last = turns.map((turn) => recorded.get(callKey(orderCall(orderId, attempt, turn + 1)))).find(Boolean);
    const text = last?.response.text;
    if (text !== undefined) answers.set(attempt, text);
  }
  return { progress, answers };
};

/**
 * Ends a run whose commit the branch already holds: it was made, and nobody was left to say so. Null if the branch never
 * moved, so that the order goes on from its baseline.
 */
export const concludePreviousCommit = async (
  runId: string,
  { progress }: PreviousSession,
  { repo, push, ledger }: { readonly repo: Repository; readonly push: Push; readonly ledger: Ledger },
): Promise<(Concluded & { readonly attempts: readonly AttemptRecord[] }) | null> => {
  const { intent, failed } = progress;
  if (intent === null) return null;
  const { branch, from, attempt, summary, files, drift } = intent;
  const found = progress.committed ?? (await findCommitOfRun(repo, branch, runId, from));
  if (found === null) return null;
  const behind = await finishForward(repo, { branch, from, commit: found.commit });
  const commit = { commit: found.commit, tree: found.tree, warnings: behind === null ? [] : [behind] };
  const concluded = await concludeCommit(commit, intent, { ledger, push });
  const record: AttemptRecord = {
    ...{ attempt, verdict: "PASS", stage: null, summary, touched_files: files, repo_drift: drift },
    ...{ failure_brief: null, duration_ms: 0 },
  };
  return { ...concluded, attempts: [...failed, record] };
};
