import type { Context } from "@llmch/config";
import { orderRunsOf, verdictOf } from "@llmch/records";
import { lastPush, type PushWord } from "@llmch/run";
import { isOwnRun, type StoredRun } from "@llmch/store";
import { readStoredRun } from "@llmch/store/journals";
import { accepted, type Refusal, type Result, refusal, rejected } from "@llmch/text";
import { openRepository, pushBranch } from "@llmch/workspace";

/** A push that failed in a run that passed; everything else is done. */
export interface OwedPush {
  /** The last commit that the run made. */
  readonly commit: string;
  readonly branch: string;
  readonly repo: string;
  /** What went wrong, in words. */
  readonly why: string;
}

/** The push that a passed run still owes; null if it owes none, or did not begin here. */
export const owedPush = async (stored: StoredRun, env: Context["env"]): Promise<OwedPush | null> => {
  const [beginning] = stored.journal.events;
  if (beginning?.type !== "order_started" && beginning?.type !== "schedule_started") return null;
  if (verdictOf(stored.journal.events) !== "PASS" || !(await isOwnRun(env, stored))) return null;
  const runs = await orderRunsOf(stored);
  const events = [...runs.flatMap(({ journal }) => journal.events), ...stored.journal.events];
  const last = events.reduce<PushWord | null>(lastPush, null);
  const made = events.findLast(({ type }) => type === "committed");
  if (last?.type !== "warning" || made?.type !== "committed") return null;
  return { commit: made.commit, branch: beginning.branch, repo: beginning.config.repo, why: last.message };
};

/** The push that a run in the store still owes, unless somebody has made up for it; null if it owes none, or cannot be read. */
export const owedPushOf = async (
  root: string,
  { kind, runId }: Pick<StoredRun, "kind" | "runId">,
  { env, signal }: Pick<Context, "env" | "signal">,
): Promise<OwedPush | null> => {
  const stored = await readStoredRun(root, kind, runId, signal);
  return stored.ok ? owedPush(stored.value, env) : null;
};

/** Pushes exactly what the run made, whatever was added to the branch since. Does not write to the run, which has passed. */
export const pushOwed = async (
  { commit, branch, repo: path }: OwedPush,
  { env, signal }: Pick<Context, "env" | "signal">,
): Promise<Result<{ readonly remote: string }, Refusal>> => {
  const repo = await openRepository(path, env);
  if (!repo.ok) return repo;
  const held = await repo.value.git.read("merge-base", "--is-ancestor", commit, `refs/heads/${branch}`);
  if (!held.ok) {
    const message = `${branch} does not hold ${commit.slice(0, 10)} any more, which the run has made`;
    return rejected(refusal("not-resumable", message, "push the branch yourself if you want it pushed"));
  }
  const pushed = await pushBranch(repo.value, branch, signal, commit);
  if (pushed.ok && pushed.value !== null) return accepted(pushed.value);
  const why = pushed.ok ? "the repo has no remote any more" : pushed.issues.join("; ");
  return rejected(refusal("push-failed", `the push failed: ${why}`, "run the same command again"));
};
