import type { StoredRun } from "@llmch/store";
import { accepted, type Refusal, type Result, refusal, rejected, shellWord } from "@llmch/text";
import { commitsOfBranchAlone, type Repository, remoteWithDefault } from "@llmch/workspace";

/** A run's branch in its current state. */
export interface RunBranch {
  readonly name: string;
  /** The tip at which it may be removed; null if it does not exist, or is not the run's to remove. */
  readonly tip: string | null;
  /** How many commits the run has made. */
  readonly commits: number;
  /** The remote that commits were pushed to; null if none were. */
  readonly remote: string | null;
}

/**
 * Decides whether a run's branch may be removed: only if it points at the run's last commit, nothing but the run's commits would be lost,
 * and it is not checked out.
 * @param sessions the run's order runs, and the run itself
 */
export const branchOfRun = async (
  repo: Repository,
  name: string,
  sessions: readonly StoredRun[],
): Promise<Result<RunBranch, Refusal>> => {
  const events = sessions.flatMap(({ journal }) => journal.events);
  const made = events.flatMap((event) => (event.type === "committed" ? [event.commit] : []));
  const pushed = events.findLast(({ type }) => type === "pushed");
  const commits = new Set(made);
  const base = { name, commits: commits.size, remote: pushed?.type === "pushed" ? pushed.remote : null };
  const tip = await repo.branchTip(name);
  // A branch that the run did not commit to stays.
  if (tip === null || commits.size === 0) return accepted({ ...base, tip: null });
  const self = `remove it yourself if you mean it: \`git branch -D ${shellWord(name)}\``;
  const target = await repo.branchTarget(name);
  if (target !== null) return no(`${name} is only another name for ${target}`, self);
  const [alias] = await repo.branchAliases(name);
  if (alias !== undefined) return no(`${alias} is only another name for ${name}, and would lead nowhere`, self);
  if (name === "main" || name === "master") return no(`${name} is never removed`, self);
  const remote = await remoteWithDefault(repo, name);
  if (remote !== null) return no(`${name} is never removed: it is the default branch of ${remote}`, self);
  const unfinished = repo.unfinishedOn(name);
  if (unfinished !== null)
    return no(`a ${unfinished.doing} of ${name} is not finished in ${unfinished.path}`, "finish or abort it there");
  const checkout = await repo.branchCheckout(name);
  if (checkout !== null) return no(`${name} is checked out in ${checkout.path}`, "switch to another branch there");
  if (!commits.has(tip)) return no(`${name} is at ${tip.slice(0, 10)}, which the run has not made`, self);
  const strange = (await commitsOfBranchAlone(repo, name)).find((commit) => !commits.has(commit));
  if (strange === undefined) return accepted({ ...base, tip });
  return no(`${name} alone holds ${strange.slice(0, 10)}, which the run has not made`, self);
};

const no = (message: string, hint: string) => rejected(refusal("not-discardable", message, hint));
