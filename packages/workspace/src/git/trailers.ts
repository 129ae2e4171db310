import { EVIDENCE_TRAILER, ORDER_SHA256_TRAILER, ORDER_TRAILER, RUN_TRAILER } from "@llmch/contract";
import { changedFilesOf } from "./changes.ts";
import type { Git } from "./git.ts";

interface Repo {
  readonly git: Git;
}

/** A commit's trailers, as git reads them (contract §6). */
export interface LoggedCommit {
  readonly commit: string;
  readonly tree: string;
  readonly parents: readonly string[];
  readonly orders: readonly string[];
  readonly sha256s: readonly string[];
  readonly runs: readonly string[];
  readonly evidence: readonly string[];
}

const trailer = (name: string): string => `%(trailers:key=${name},valueonly,separator=%x1f)%x00`;
const FORMAT = `--format=%H%x00%T%x00%P%x00${[ORDER_TRAILER, ORDER_SHA256_TRAILER, RUN_TRAILER, EVIDENCE_TRAILER].map(trailer).join("")}`;

/**
 * The trailers of the commits that `git log` lists, in its order. Throws if git fails.
 * @param which what comes after the options: more options, and revisions
 */
export const trailedLog = async (
  git: Git,
  which: readonly string[],
  { of }: { readonly of: string },
): Promise<readonly LoggedCommit[]> => {
  const log = await git.read("log", "--no-notes", "--no-decorate", FORMAT, ...which, "--");
  if (!log.ok) throw new Error(`the history of ${of} cannot be read: ${log.issues[0]}`);
  const fields = log.value.split("\0");
  const commits: LoggedCommit[] = [];
  for (let index = 0; index + 7 < fields.length; index += 7) {
    const [commit = "", tree = "", parents = "", ...values] = fields
      .slice(index, index + 7)
      .map((field) => field.trim());
    const [orders = [], sha256s = [], runs = [], evidence = []] = values.map(split);
    commits.push({
      commit,
      tree,
      parents: parents.split(" ").filter((id) => id !== ""),
      orders,
      sha256s,
      runs,
      evidence,
    });
  }
  return commits;
};

const split = (values: string): readonly string[] =>
  values
    .split("\u001f")
    .map((value) => value.trim())
    .filter((value) => value !== "");

/** An order that a commit's trailers record as done (contract §6). */
export interface DoneOrder {
  readonly order: string;
  readonly sha256: string;
  /** The run that did it; empty if the commit names none. */
  readonly run: string;
  readonly commit: string;
  /** What it rests on, in words; empty if the commit does not say. */
  readonly evidence: string;
}

/**
 * The orders done in the history of a commit, or in a range such as `a..b`, newest first. A squashed commit may carry several
 * orders: their trailers are paired in order.
 */
export const readDoneOrders = async (git: Git, commit: string): Promise<readonly DoneOrder[]> => {
  const which = ["--basic-regexp", `--grep=^${ORDER_TRAILER}:`, commit];
  const commits = await trailedLog(git, which, { of: commit });
  return commits.flatMap(({ commit, orders, sha256s, runs, evidence }) =>
    orders.map((order, place) => ({
      ...{ order, sha256: sha256s[place] ?? "", run: runs[place] ?? "", commit },
      evidence: (evidence.length === orders.length ? evidence[place] : undefined) ?? "",
    })),
  );
};

export interface CommitOfRun {
  readonly commit: string;
  readonly tree: string;
  /** The paths that it changed, in git's order. */
  readonly files: readonly string[];
}

/** A new branch may have a long history; a run's commit is near its tip. */
const MAX_COMMITS = 1000;

/**
 * The commit that a run made, if the branch has it after `from` (null: anywhere near its tip); otherwise null. On resume it tells
 * whether the branch moved before the crash (reliability §3.4).
 */
export const findCommitOfRun = async (
  { git }: Repo,
  branch: string,
  runId: string,
  from: string | null,
): Promise<CommitOfRun | null> => {
  const ref = `refs/heads/${branch}`;
  const seen = await git.run(["rev-parse", "--verify", "--quiet", ref]);
  if (seen.exitCode !== 0) return null;
  const which = [`--max-count=${MAX_COMMITS}`, from === null ? ref : `${from}..${ref}`];
  const commits = await trailedLog(git, which, { of: branch });
  const found = commits.find(({ runs }) => runs.includes(runId));
  if (found === undefined) return null;
  const { commit, tree } = found;
  return { commit, tree, files: [...((await changedFilesOf(git, [commit])).get(commit) ?? [])] };
};

/** The commits in the history of a branch that carry any of llmch's trailers, newest first. */
export const trailedCommits = async ({ git }: Repo, branch: string): Promise<readonly LoggedCommit[]> => {
  const which = ["--basic-regexp", "--grep=^Llmch-", `refs/heads/${branch}`];
  const found = await trailedLog(git, which, { of: branch });
  return found.filter(({ orders, sha256s, runs }) => orders.length + sha256s.length + runs.length > 0);
};

/** A commit by its full id, or null if the repo does not have it. */
export const loggedCommit = async (
  { git, resolveCommit }: Repo & { resolveCommit(revision: string): Promise<string | null> },
  commit: string,
): Promise<LoggedCommit | null> =>
  (await resolveCommit(commit)) === commit
    ? ((await trailedLog(git, ["--no-walk", commit], { of: commit }))[0] ?? null)
    : null;

/** The full names of the branches and tags that hold a commit. */
export const refsHolding = async ({ git }: Repo, commit: string): Promise<readonly string[]> => {
  const kinds = ["refs/heads", "refs/remotes", "refs/tags"];
  const refs = await git.read("for-each-ref", `--contains=${commit}`, "--format=%(refname)", ...kinds);
  if (!refs.ok) throw new Error(`what holds ${commit} cannot be read: ${refs.issues[0]}`);
  return refs.value.split("\n").filter((ref) => ref !== "");
};
