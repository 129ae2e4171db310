import type { Repository } from "./repository.ts";
import { type LoggedCommit, trailedLog } from "./trailers.ts";

/** The commits in the history of a branch that carry any of llmch's trailers, newest first. */
export const trailedCommits = async (
  { git }: Pick<Repository, "git">,
  branch: string,
): Promise<readonly LoggedCommit[]> => {
  const which = ["--basic-regexp", "--grep=^Llmch-", `refs/heads/${branch}`];
  const found = await trailedLog(git, which, { of: branch });
  return found.filter(({ orders, sha256s, runs }) => orders.length + sha256s.length + runs.length > 0);
};

/** A commit by its full id, or null if the repo does not have it. */
export const loggedCommit = async (
  { git, resolveCommit }: Pick<Repository, "git" | "resolveCommit">,
  commit: string,
): Promise<LoggedCommit | null> =>
  (await resolveCommit(commit)) === commit
    ? ((await trailedLog(git, ["--no-walk", commit], { of: commit }))[0] ?? null)
    : null;

/** The full names of the branches and tags that hold a commit. */
export const refsHolding = async ({ git }: Pick<Repository, "git">, commit: string): Promise<readonly string[]> => {
  const kinds = ["refs/heads", "refs/remotes", "refs/tags"];
  const refs = await git.read("for-each-ref", `--contains=${commit}`, "--format=%(refname)", ...kinds);
  if (!refs.ok) throw new Error(`what holds ${commit} cannot be read: ${refs.issues[0]}`);
  return refs.value.split("\n").filter((ref) => ref !== "");
};
