import { type Repository, refsHolding, type TrailedCommit, trailedCommits } from "@llmch/workspace";
import { type Finding, fault, warning } from "./finding.ts";
import type { OrderRecord } from "./order-record.ts";

/** A branch as it is: its tip, and its commits that carry our trailers, newest first. */
export interface BranchFacts {
  readonly tip: string | null;
  readonly commits: readonly TrailedCommit[];
}

/** Reads a branch, or all of them (null), only once. */
export const branchReader = (repo: Repository): ((branch: string | null) => Promise<BranchFacts>) => {
  const read = new Map<string | null, Promise<BranchFacts>>();
  const readBranch = async (branch: string | null): Promise<BranchFacts> => {
    if (branch === null) return { tip: null, commits: await trailedCommits(repo, null) };
    const tip = await repo.branchTip(branch);
    return { tip, commits: tip === null ? [] : await trailedCommits(repo, branch) };
  };
  return (branch) => {
    const known = read.get(branch) ?? readBranch(branch);
    read.set(branch, known);
    return known;
  };
};

/** The commit that contains a run's work, and findings about where it is. */
export interface CommitPlace {
  readonly commit: string | null;
  readonly findings: readonly Finding[];
}

/**
 * Finds the commit of a run that passed. A missing branch was merged or discarded by somebody, and a commit on another branch was kept:
 * both are warnings. A rewritten commit is a fault, and its replacement is returned.
 */
export const placeOfCommit = async (
  repo: Repository,
  runId: string,
  { order, branch, commit }: OrderRecord & { readonly commit: string },
  { tip, commits }: BranchFacts,
): Promise<CommitPlace> => {
  const where = `${order} ${commit.slice(0, 10)}`;
  if (commits.some((own) => own.commit === commit)) return { commit, findings: [] };
  const isThere = (await repo.resolveCommit(commit)) === commit;
  const refs = isThere ? await refsHolding(repo, commit) : [];
  if (refs.includes(`refs/heads/${branch}`)) return { commit, findings: [] };
  const twin = commits.find(({ runs }) => runs.includes(runId));
  if (twin !== undefined) {
    const what = `${branch} has ${twin.commit} in its place: it was rewritten`;
    return { commit: twin.commit, findings: [fault("commit-place", where, what)] };
  }
  if (!isThere) return { commit: null, findings: [fault("commit-missing", where, `${repo.root} has no such commit`)] };
  const [holder] = refs;
  const gone = tip === null ? `the branch ${branch} is gone` : `the branch ${branch} no longer holds the commit`;
  if (holder !== undefined)
    return { commit, findings: [warning("commit-place", where, `${gone}; ${holder} holds it`)] };
  const finding = tip === null ? warning : fault;
  return { commit, findings: [finding("commit-place", where, `${gone}, and no other branch or tag holds the commit`)] };
};
