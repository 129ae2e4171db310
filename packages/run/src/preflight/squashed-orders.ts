import { pathsThatTell, type ScheduledOrder, whyNotDone } from "@llmch/factory";
import { storedRuns } from "@llmch/store";
import { textMember } from "@llmch/text";
import { changesBetween, contentsAtCommits, loggedCommit, type Repository } from "@llmch/workspace";
import { fileText, summaryOf } from "./proven-orders.ts";

/**
 * The orders that seem done although no trailer says so, as after a squash: a run recorded here committed them, all files that it changed
 * have changed in the baseline too, and their postconditions hold there.
 */
export const squashedOrders = async <Scheduled extends ScheduledOrder>(
  orders: readonly Scheduled[],
  baseline: string,
  { repo, artifactsRoot }: { readonly repo: Repository; readonly artifactsRoot: string },
): Promise<readonly Scheduled[]> => {
  if (orders.every(({ order }) => order.postconditions.length === 0)) return [];
  const commitsOf = passedCommits(artifactsRoot);
  const asked = orders.filter(({ order }) => order.postconditions.length > 0 && commitsOf.has(order.id));
  const paths = asked.flatMap(({ order }) => pathsThatTell(order).map((path) => ({ commit: baseline, path })));
  const contents = await contentsAtCommits(repo.git, paths);
  const standing = { changed: new Set<string>(), isOfOneOrder: false, text: fileText(contents, baseline) };
  const squashed: Scheduled[] = [];
  for (const each of asked) {
    if (whyNotDone(each.order, standing, { repoDerives: [], mayBeEmpty: true }) !== null) continue;
    for (const commit of commitsOf.get(each.order.id)?.slice(0, MOST_TRIED) ?? []) {
      if (!(await isContained(each, commit, baseline, repo))) continue;
      squashed.push(each);
      break;
    }
  }
  return squashed;
};

/** The newest runs are looked at, and of each order the newest commits. */
const MOST_RUNS = 500;
const MOST_TRIED = 3;

/** The commits of each order that passed, newest first. */
const passedCommits = (root: string): ReadonlyMap<string, readonly string[]> => {
  const commits = new Map<string, string[]>();
  const runs = storedRuns(root).filter(({ kind }) => kind === "factory");
  for (const { runId } of runs.slice(0, MOST_RUNS)) {
    const summary = summaryOf(runId, root);
    const [order, commit] = [textMember(summary, "work_order_id"), textMember(summary, "commit")];
    if (order !== null && commit !== null) commits.set(order, [...(commits.get(order) ?? []), commit]);
  }
  return commits;
};

const isContained = async (
  { sha256 }: ScheduledOrder,
  commit: string,
  baseline: string,
  repo: Repository,
): Promise<boolean> => {
  const made = await loggedCommit(repo, commit);
  const parent = made?.parents[0];
  if (parent === undefined || !made?.sha256s.includes(sha256)) return false;
  // What the baseline has that the commit's branch began without; nothing if that branch began at the baseline.
  const common = await repo.git.read("merge-base", commit, baseline);
  if (!common.ok) return false;
  const since = new Set((await changesBetween(repo, common.value.trim(), baseline)).map(({ path }) => path));
  const changes = await changesBetween(repo, parent, commit);
  return changes.length > 0 && changes.every(({ path }) => since.has(path));
};
