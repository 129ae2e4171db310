import { ORDER_SHA256_TRAILER, ORDER_TRAILER, RUN_TRAILER } from "@llmch/contract";
import { orderProgress } from "@llmch/factory";
import { isBeingWritten } from "@llmch/store";
import { type LoggedCommit, loggedCommit, type Repository, refsHolding } from "@llmch/workspace";
import { type Audit, type Finding, fault, findings, joined, warning } from "./finding.ts";
import type { RunFiles } from "./run-files.ts";

/** A branch as it is: its tip, and its commits that carry our trailers, newest first. */
export interface Branch {
  readonly name: string;
  readonly repo: Repository;
  readonly tip: string | null;
  readonly commits: readonly LoggedCommit[];
}

/** What a commit must be, according to the run that made it. */
interface Expected {
  readonly order: string;
  readonly sha256: string;
  readonly runId: string;
  readonly commit: string;
  readonly parent: string;
  readonly tree: string;
}

/**
 * Holds the commit of an order's run to its record, or shows that it made none.
 * @param branch null if no repo is known
 */
export const auditOrder = async (run: RunFiles, branch: Branch | null): Promise<Audit> => {
  if (run.state === "unreadable") return run.audit;
  const { started, intent, committed, revised, verdict } = orderProgress(run.events);
  const made = branch?.commits.filter(({ runs }) => runs.includes(run.runId)) ?? [];
  const own = made.find(({ commit }) => commit === committed?.commit) ?? made[0] ?? null;
  if (run.state === "unfinished") return own === null || isBeingWritten(run.directory) ? run.audit : cut(run, own);
  const found = (...more: readonly Finding[]): Audit => joined(run.audit, { ...findings(...more), orders: 1 });
  if (started === null) return found();
  const { order } = started;
  if (branch === null) return found(warning("not-checked", order, "no repo is on record: name it with --repo"));
  if (verdict !== "PASS") {
    const what = `its run ${run.runId} ended with ${verdict}, and yet there is a commit of it`;
    return found(...(own === null ? [] : [fault("commit-trailers", placeOf(order, own.commit), what)]));
  }
  if (committed === null || intent === null)
    return found(fault("journal", run.where, "it names no commit for its PASS"));
  const { commit, tree } = committed;
  const sha256 = revised?.work_order_sha256 ?? started.work_order_sha256;
  return found(
    ...(await auditCommit({ order, sha256, runId: run.runId, commit, tree, parent: intent.from }, own, branch)),
  );
};

const placeOf = (order: string, commit: string): string => `${order} ${commit.slice(0, 10)}`;

/** An order that has landed must have a complete record; one that was killed in between gets it when it is resumed. */
const cut = ({ audit, where }: RunFiles, { commit }: LoggedCommit): Audit =>
  joined(
    { ...audit, unfinished: [] },
    findings(fault("journal", where, `it ends early, and its commit ${commit.slice(0, 10)} stands`)),
  );

/**
 * A missing branch was merged or discarded by somebody, and a commit on another branch was kept: both are warnings. A rewritten commit is
 * a fault.
 */
const auditCommit = async (
  expected: Expected,
  own: LoggedCommit | null,
  { name, repo, tip }: Branch,
): Promise<readonly Finding[]> => {
  const where = placeOf(expected.order, expected.commit);
  if (own !== null) {
    const what = `${name} has ${own.commit} in its place: it was rewritten`;
    const rewritten = own.commit === expected.commit ? [] : [fault("commit-missing", where, what)];
    return [...rewritten, ...differences(own, expected)];
  }
  const commit = await loggedCommit(repo, expected.commit);
  if (commit === null) return [fault("commit-missing", where, `${repo.root} has no such commit`)];
  const [holder] = await refsHolding(repo, commit.commit);
  const gone = tip === null ? `the branch ${name} is gone` : `the branch ${name} no longer holds the commit`;
  const finding = tip === null || holder !== undefined ? warning : fault;
  const what =
    holder === undefined ? `${gone}, and no other branch or tag holds the commit` : `${gone}; ${holder} holds it`;
  return [finding("commit-missing", where, what), ...differences(commit, expected)];
};

const differences = (own: LoggedCommit, { order, sha256, runId, parent, tree }: Expected): readonly Finding[] => {
  const where = placeOf(order, own.commit);
  const trailers = [
    [ORDER_TRAILER, own.orders, order] as const,
    [ORDER_SHA256_TRAILER, own.sha256s, sha256] as const,
    [RUN_TRAILER, own.runs, runId] as const,
  ].filter(([, values, value]) => values.length !== 1 || values[0] !== value);
  const parents = own.parents.join(", ");
  return [
    ...trailers.map(([trailer, values, value]) =>
      fault("commit-trailers", where, `its ${trailer} is ${values.join(", ") || "missing"}, not ${value}`),
    ),
    ...(parents === parent ? [] : [fault("commit-parent", where, `its parent is ${parents || "none"}, not ${parent}`)]),
    ...(own.tree === tree ? [] : [fault("commit-tree", where, `its tree is ${own.tree}, the recorded one is ${tree}`)]),
  ];
};
