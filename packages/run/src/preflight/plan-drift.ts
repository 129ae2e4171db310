import type { WorkOrder } from "@llmch/contract";
import { type DriftedFile, planDrift, plannedFiles } from "@llmch/factory";
import { accepted, type Refusal, type Result, refusal, rejected } from "@llmch/text";
import { changedSince, type Repository } from "@llmch/workspace";

/**
 * Checks that the files that the orders write and read are as their plan saw them: the plan was compiled against a commit, and the
 * baseline may be another. Refuses if they changed, unless that is allowed; returns the warnings.
 */
export const checkPlanDrift = async (
  orders: readonly WorkOrder[],
  baseline: string,
  repo: Repository,
  { allowStale }: { readonly allowStale: boolean },
): Promise<Result<readonly string[], Refusal>> => {
  const refusals: Refusal[] = [];
  const warnings: string[] = [];
  for (const [commit, planned] of byPlannedCommit(orders)) {
    if (commit === baseline) continue;
    const changes = await changedSince(repo, [commit, baseline], planned.flatMap(plannedFiles));
    const plannedAt = `the plan was compiled against ${commit.slice(0, 10)}`;
    if (changes === null) {
      warnings.push(`${plannedAt}, which this repo does not have: whether its files changed since cannot be told`);
      continue;
    }
    const drift = planDrift(planned, changes);
    if (drift.length === 0) continue;
    const message = `${plannedAt}, and since then ${nameFiles(drift)} changed`;
    if (allowStale) warnings.push(message);
    else refusals.push(refusal("stale-plan", message, "compile it again, or continue anyway with --allow-stale"));
  }
  const [first, ...rest] = refusals;
  return first === undefined ? accepted(warnings) : rejected(first, ...rest);
};

/** An order without a commit cannot be stale: it was made by hand, or planned without a git repo. */
const byPlannedCommit = (orders: readonly WorkOrder[]): ReadonlyMap<string, readonly WorkOrder[]> => {
  const planned = new Map<string, WorkOrder[]>();
  for (const order of orders) {
    const commit = order.provenance?.repo_commit;
    if (commit !== undefined) planned.set(commit, [...(planned.get(commit) ?? []), order]);
  }
  return planned;
};

/** `src/a.js (WO-02, WO-03), src/b.js (WO-02) and 4 more files`. */
const nameFiles = (drift: readonly DriftedFile[]): string => {
  const named = drift.slice(0, 3).map(({ path, orders }) => {
    const more = orders.length > 3 ? ` and ${orders.length - 3} more` : "";
    return `${path} (${orders.slice(0, 3).join(", ")}${more})`;
  });
  const more = drift.length - named.length;
  return `${named.join(", ")}${more === 0 ? "" : ` and ${more} more ${more === 1 ? "file" : "files"}`}`;
};
