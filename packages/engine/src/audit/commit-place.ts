import { type Repository, refsHolding, type TrailedCommit, trailedCommits } from "@llmch/workspace";
import { type Finding, fault, warning } from "./finding.ts";
import type { OrderRecord } from "./order-record.ts";

/** A branch as it stands: where its tip is, and the commits on it that carry our trailers, the newest first. */
export interface BranchFacts {
  readonly tip: string | null;
  readonly commits: readonly TrailedCommit[];
}

/** Reads a branch, or all of them (null), once, however often it is asked for. */
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

/** The commit that stands for a run's work now, and what is to be said of where it stands. */
export interface CommitPlace {
  readonly commit: string | null;
  readonly findings: readonly Finding[];
}

/**
 * Finds the commit of a run that passed. A branch that is gone was merged or thrown away by somebody, and a commit that
 * another branch holds was kept: those are warnings. One that was rewritten is a fault, and what took its place is given.
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
  const gone = tip === null ? `the branch ${branch} is gone` : `the branch ${branch} does not hold it any more`;
  if (holder !== undefined)
    return { commit, findings: [warning("commit-place", where, `${gone}; ${holder} holds it`)] };
  const finding = tip === null ? warning : fault;
  return { commit, findings: [finding("commit-place", where, `${gone}, and no other branch or tag does`)] };
};
