import { ORDER_ID, SHA256_HEX } from "@llmch/contract";
import { pathsThatTell, whyNotDone } from "@llmch/factory";
import { storedRuns } from "@llmch/store";
import { readStoredRun } from "@llmch/store/journals";
import { changedFilesOf, contentsAtCommits, type TrailedCommit } from "@llmch/workspace";
import type { AuditContext } from "./audit-context.ts";
import { type Audit, type Finding, fault, findings, joined, warning } from "./finding.ts";
import { auditOrderRuns } from "./order-audit.ts";

/** Checks every commit of a branch that carries our trailers, oldest first; other commits are ignored. */
export const auditBranch = async (branch: string, context: AuditContext): Promise<Audit> => {
  const commits = [...(await context.branch(branch)).commits].reverse();
  const stored = new Set(storedRuns(context.root).flatMap(({ kind, runId }) => (kind === "factory" ? [runId] : [])));
  const audits = [repeatedOrders(commits)];
  const named = commits.map((own) => ({ ...namedBy(own), onBranch: own.commit }));
  const audited = await auditOrderRuns(
    named.filter(({ fault, runId }) => fault === null && stored.has(runId)),
    context,
  );
  for (const commit of named) {
    const known = audited.get(commit)?.audit ?? commit.fault;
    if (known === null && context.signal.aborted) break;
    audits.push(known ?? (await auditWithoutRun(commit, context)));
  }
  audits.push(await lostCommits(branch, commits, [...stored], context));
  return joined(...audits);
};

/** Commits that runs recorded on the branch but that it does not contain. */
const lostCommits = async (
  branch: string,
  commits: readonly TrailedCommit[],
  stored: readonly string[],
  { root, signal }: AuditContext,
): Promise<Audit> => {
  const held = new Set(commits.map(({ commit }) => commit));
  const found: Finding[] = [];
  for (const run of stored) {
    const journal = await readStoredRun(root, "factory", run, signal);
    const made = journal.ok ? journal.value.journal.events.findLast((event) => event.type === "committed") : undefined;
    if (made === undefined || made.branch !== branch || held.has(made.commit)) continue;
    const what = `its commit ${made.commit.slice(0, 10)} is not on ${branch} any more`;
    found.push(warning("not-on-branch", `factory/${run}`, what));
  }
  return findings(...found);
};

/** An order's commit, known only from its trailers. */
interface NamedCommit {
  readonly where: string;
  readonly runId: string;
  readonly sha256: string;
  /** Why the trailers do not identify its order and run. */
  readonly fault: Audit | null;
}

const namedBy = ({ commit, orders, sha256s, runs }: TrailedCommit): NamedCommit => {
  const [order = "", sha256 = "", runId = ""] = [orders[0], sha256s[0], runs[0]];
  const where = `${order} ${commit.slice(0, 10)}`.trim();
  const named = (what: string | null): NamedCommit => ({
    ...{ where, runId, sha256 },
    fault: what === null ? null : findings(fault("commit-trailers", where, what)),
  });
  if (orders.length > 1 || sha256s.length > 1 || runs.length > 1)
    return named("it carries the trailers of several orders: llmch made no such commit");
  const isNamed = ORDER_ID.test(order) && SHA256_HEX.test(sha256) && runId !== "";
  return named(isNamed ? null : "its trailers do not name an order, its hash and its run");
};

const auditWithoutRun = async (
  { where, runId, sha256, onBranch }: NamedCommit & { readonly onBranch: string },
  context: AuditContext,
): Promise<Audit> => {
  const end = (await context.ends()).get(runId);
  if (end !== undefined) {
    return findings(
      fault("run-missing", `factory/${runId}`, `run-all/${end.schedule} recorded its end, and it is not there`),
    );
  }
  const broken = await faultWithoutRun(onBranch, sha256, context);
  if (broken !== null) return findings(fault("commit-content", where, broken));
  const what = `made by the run ${runId}, which is not in ${context.root}: its trailers alone were checked`;
  return { ...findings(warning("not-checked", where, what)), orders: 1 };
};

/** Why a commit without a run record cannot be what its trailers say, judged by its order if a plan or a run-all has kept that. */
const faultWithoutRun = async (
  commit: string,
  orderSha256: string,
  { repo, orders }: AuditContext,
): Promise<string | null> => {
  if (repo === null) return null;
  const changed = (await changedFilesOf(repo.git, [commit])).get(commit) ?? new Set();
  const nothing = "it changes nothing, and its run is not there to tell whether it may";
  const order = (await orders()).get(orderSha256);
  if (order === undefined) return changed.size === 0 ? nothing : null;
  const asked = pathsThatTell(order).map((path) => ({ commit, path }));
  const contents = await contentsAtCommits(repo.git, asked);
  const text = (path: string) => contents.get(`${commit}:${path}`) ?? null;
  const why = whyNotDone(order, { changed, isOfOneOrder: true, text }, false);
  return why === null && changed.size === 0 ? nothing : why;
};

/** An order that the branch's history shows done must not be carried out again. */
const repeatedOrders = (commits: readonly TrailedCommit[]): Audit => {
  const first = new Map<string, string>();
  const found = commits.flatMap(({ commit, orders, sha256s }) =>
    orders.flatMap((order, index) => {
      const key = `${order} ${sha256s[index]}`;
      const earlier = first.get(key);
      if (earlier !== undefined) {
        return [fault("duplicate-order", `${order} ${commit.slice(0, 10)}`, `it was done before, in ${earlier}`)];
      }
      first.set(key, commit.slice(0, 10));
      return [];
    }),
  );
  return findings(...found);
};
