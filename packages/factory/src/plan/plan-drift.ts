import { normalizePath, type WorkOrder } from "@llmch/contract";

/** How the baseline differs from the commit that a plan was compiled against. */
export interface ChangesSincePlan {
  /** Files that differ. */
  readonly paths: readonly string[];
  /** The commits between the two: the plan that each was made for, and what it changed. */
  readonly commits: readonly { readonly plans: readonly string[]; readonly paths: readonly string[] }[];
}

/** A file that differs from what the planner saw, and the orders that depend on it. */
export interface DriftedFile {
  readonly path: string;
  readonly orders: readonly string[];
}

/** The files that an order was planned with: those that it may write, and those that its prompt shows. */
export const plannedFiles = ({ allowed_files, context_files }: WorkOrder): readonly string[] => [
  ...new Set([...allowed_files, ...context_files].map(normalizePath)),
];

/**
 * The orders' files that changed after their plan was compiled. Changes from the plan's own commits are expected, unless another
 * commit also touched the file.
 */
export const planDrift = (orders: readonly WorkOrder[], { paths, commits }: ChangesSincePlan): readonly DriftedFile[] =>
  paths.flatMap((path) => {
    const makers = commits.filter((commit) => commit.paths.includes(path));
    const stale = orders.filter((order) => {
      if (!plannedFiles(order).includes(path)) return false;
      const plan = order.provenance?.planner_run_id;
      return (
        makers.length === 0 || !makers.every(({ plans }) => plans.length > 0 && plans.every((own) => own === plan))
      );
    });
    return stale.length === 0 ? [] : [{ path, orders: stale.map(({ id }) => id) }];
  });
