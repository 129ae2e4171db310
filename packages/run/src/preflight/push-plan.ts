import type { FactorySettings } from "@llmch/contract/settings";
import { type PushTarget, pushTarget, type Repository } from "@llmch/workspace";

/** Where and when a run pushes its commits. */
export interface PushPlan {
  readonly mode: FactorySettings["push"];
  /** Null if the repo has no remote. */
  readonly target: PushTarget | null;
  /** Whether the branch is pushed for a pull request once every order has passed, also if nothing else is; or a branch for each order. */
  readonly forPullRequest?: boolean | "stack";
}

/** When and where a branch will be pushed. Does not contact the remote. */
export const pushPlan = async (repo: Repository, branch: string, mode: FactorySettings["push"]): Promise<PushPlan> => ({
  mode,
  target: await pushTarget(repo, branch),
});

/**
 * The announcement shown in the header, in the question before a run and by `doctor`: `pushes each commit to origin
 * (https://host/x.git)`.
 */
export const pushInWords = ({ mode, target, forPullRequest = false }: PushPlan): string => {
  if (mode === "never" && forPullRequest === false) return "pushes nothing";
  if (target === null) return "pushes nothing: the repo has no remote";
  const { remote, address, obstacle } = target;
  const where = `${remote} (${address})`;
  if (obstacle !== null) return `pushes nothing to ${where}: ${obstacle}`;
  const stack = "a branch for each order at the end, for the stack of pull requests";
  if (mode === "never" && forPullRequest === "stack") return `pushes to ${where} ${stack}`;
  if (forPullRequest === "stack") return `${pushInWords({ mode, target })}, and ${stack}`;
  if (mode === "never") return `pushes the branch to ${where} at the end, for the pull request`;
  return mode === "each" ? `pushes each commit to ${where}` : `pushes to ${where} once, when every order has passed`;
};
