import { accepted, type Result, rejected } from "@llmch/text";
import { reaching, reasonIn, routeOf, send } from "./push.ts";
import type { Repository } from "./repository.ts";

/**
 * Pushes a commit as a branch that this repo need not have, to the remote of another branch, if that branch still is where it is thought
 * to be. What was pushed already is pushed.
 * @param lease the commit that the remote has there; null if it has no such branch
 */
export const pushLeased = async (
  repo: Repository,
  beside: string,
  { branch, commit, lease }: { readonly branch: string; readonly commit: string; readonly lease: string | null },
  signal: AbortSignal,
): Promise<Result<null, string>> => {
  const route = await routeOf(repo, beside);
  if (route === null) return rejected("the repo has no remote");
  const options = [`--force-with-lease=refs/heads/${branch}:${lease ?? ""}`];
  return send(repo, route, { branch, commit, options }, signal);
};

/** The branches that the remote of a branch has by some patterns, such as `main` and `topic/*`, with their commits. */
export const remoteBranches = async (
  repo: Repository,
  beside: string,
  patterns: readonly string[],
  signal: AbortSignal,
): Promise<Result<ReadonlyMap<string, string>, string>> => {
  const route = await routeOf(repo, beside);
  if (route === null) return rejected("the repo has no remote");
  const { remote, addresses, obstacle } = route;
  if (obstacle !== null) return rejected(`${remote}: ${obstacle}`);
  const refs = patterns.map((pattern) => `${HEADS}${pattern}`);
  // Where a push goes, which may be another address than what is fetched from.
  const args = ["ls-remote", "--quiet", "--upload-pack=git-upload-pack", "--", addresses[0] ?? remote, ...refs];
  const listed = await repo.git.run(args, reaching(route, signal));
  if (listed.exitCode !== 0) return rejected(`${remote}: ${reasonIn(listed.stderr)}`);
  const lines = listed.stdout.toString().split("\n");
  return accepted(
    new Map(
      lines.flatMap((line): [string, string][] => {
        const [commit = "", ref = ""] = line.split("\t");
        return ref.startsWith(HEADS) ? [[ref.slice(HEADS.length), commit]] : [];
      }),
    ),
  );
};

const HEADS = "refs/heads/";
