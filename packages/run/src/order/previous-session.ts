import { join } from "node:path";
import { callKey, callNamed, lastRound, orderCall, roundFolder } from "@llmch/contract";
import { type AttemptRecord, orderProgress, type PreviousSession } from "@llmch/factory";
import type { ReplaySource } from "@llmch/models";
import { type LoadedOrder, recordedExchanges, type Session } from "@llmch/records";
import { readOwnText, type StoredRun } from "@llmch/store";
import { readStoredRun } from "@llmch/store/journals";
import { readJson } from "@llmch/text";
import { findCommitOfRun, finishForward, type Repository } from "@llmch/workspace";
import { type Concluded, concludeCommit } from "../landing/conclude-commit.ts";
import type { Push } from "../landing/push.ts";

/** What earlier sessions of the order's run left behind. */
export interface Earlier {
  readonly before: PreviousSession | null;
  readonly stored: StoredRun | null;
}

/** What an order's run left when it ended, according to its journal and exchanges. */
export const previousSessionOf = async (stored: StoredRun, orderId: string): Promise<PreviousSession> => {
  const progress = orderProgress(stored.journal.events);
  const recorded = await recordedExchanges(stored);
  const last = lastTurns(orderId, recorded);
  const stuck = new Set(progress.failed.flatMap(({ attempt, stage }) => (stage === "stuck" ? [attempt] : [])));
  // What children proposed is in no answer either.
  const divided = new Set(stored.journal.events.flatMap((event) => (event.type === "divided" ? [event.attempt] : [])));
  const answers = new Map<number, string>();
  for (let attempt = 1; attempt < progress.next; attempt++) {
    const response = recorded.get(callKey(orderCall(orderId, attempt, last.get(attempt))))?.response;
    const isOwn = response === undefined ? !divided.has(attempt) : (response.tool_calls ?? []).length === 0;
    const text = isOwn ? response?.text : proposedText(stored, attempt);
    if (text !== undefined && !stuck.has(attempt)) answers.set(attempt, text);
  }
  return { progress, answers };
};

/** What an author proposed through a tool call: the draft is in no answer. */
const proposedText = ({ directory, journal }: StoredRun, attempt: number): string | undefined => {
  const folder = roundFolder(lastRound(journal.events, attempt));
  const read = readOwnText(join(directory, folder, "proposed_writes.json"));
  const document = read.ok ? readJson(read.value, Number.POSITIVE_INFINITY) : read;
  return document.ok ? JSON.stringify(document.value) : undefined;
};

/** The last recorded turn of the author, by attempt. */
const lastTurns = (orderId: string, recorded: ReplaySource): ReadonlyMap<number, number> => {
  const turns = new Map<number, number>();
  for (const key of recorded.keys()) {
    const call = callNamed(key);
    if (call?.kind !== "order" || call.order !== orderId || call.role.kind !== "author") continue;
    if (call.speculation !== undefined) continue;
    turns.set(call.attempt, Math.max(call.turn, turns.get(call.attempt) ?? 0));
  }
  return turns;
};

/**
 * Concludes a run whose commit is already on the branch, although the process died before recording it. Null if the branch never moved,
 * so that the order continues from its baseline.
 */
export const concludePreviousCommit = async (
  session: Pick<Session, "runId" | "emit">,
  before: PreviousSession | null,
  { repo, push }: { readonly repo: Repository; readonly push: Push },
): Promise<(Concluded & { readonly attempts: readonly AttemptRecord[] }) | null> => {
  if (before === null || before.progress.intent === null) return null;
  const { intent, failed, committed } = before.progress;
  const { branch, from, attempt, summary, files, drift } = intent;
  const found = committed ?? (await findCommitOfRun(repo, branch, session.runId, from));
  if (found === null) return null;
  const behind = await finishForward(repo, { branch, from, commit: found.commit });
  const commit = { commit: found.commit, tree: found.tree, warnings: behind === null ? [] : [behind] };
  const concluded = await concludeCommit(commit, intent, { ledger: session, push });
  const record: AttemptRecord = {
    ...{ attempt, verdict: "PASS", stage: null, summary },
    ...{ touched_files: files, repo_drift: drift },
    ...{ failure_brief: null, duration_ms: 0 },
  };
  return { ...concluded, attempts: [...failed, record] };
};

/** What the run has recorded so far: the journal says what comes next, as it would after a crash. */
export const recordedSoFar = async (
  session: Pick<Session, "settle" | "runId">,
  artifactsRoot: string,
  { order }: LoadedOrder,
) => {
  await session.settle();
  const stored = await readStoredRun(artifactsRoot, "factory", session.runId);
  if (!stored.ok)
    throw new Error(`the journal of the run ${session.runId} cannot be read: ${stored.issues[0].message}`);
  return { before: await previousSessionOf(stored.value, order.id), stored: stored.value };
};
