import type { Context } from "@llmch/config";
import { type StoredRunName, storedStory } from "@llmch/records";
import { isOwnRun } from "@llmch/store";
import { readStoredRun } from "@llmch/store/journals";
import type { BuildStory, OrderStory, RunStory, ScheduleStory } from "@llmch/story";
import { accepted, type Refusal, type Result, refusal, rejected } from "@llmch/text";
import { isProtectedBranch, openRepository, type Repository } from "@llmch/workspace";
import { resumeCommand } from "../runs/resume/next-commands.ts";

/** Where a command asks. */
export type Place = Pick<Context, "env" | "cwd" | "signal">;

/** A run of orders that passed, and where its work is. */
export interface PassedRun {
  readonly story: OrderStory | ScheduleStory | BuildStory;
  readonly branch: string;
  readonly repo: Repository;
}

/** The run, if it has work to propose: it is this user's, it passed, and its branch is there. */
export const passedRun = async (
  root: string,
  { kind, runId }: StoredRunName,
  { env, cwd, signal }: Place,
): Promise<Result<PassedRun, Refusal>> => {
  const story: RunStory = storedStory(root, { kind, runId });
  if (story.kind === "planner" || story.kind === "ask" || story.branch === null || story.config === null)
    return rejected(refusal("usage", `${runId} is no run of orders`, "name one that `llmch runs` lists"));
  const stored = await readStoredRun(root, kind, runId, signal);
  if (!stored.ok || !(await isOwnRun(env, stored.value)))
    return rejected(refusal("not-resumable", `the run ${runId} began elsewhere`, "open the pull request by hand"));
  // An order's own run is a part of what its branch has.
  if (story.kind === "factory" && story.schedule !== null)
    return passedRun(root, { kind: "run-all", runId: story.schedule }, { env, cwd, signal });
  const { branch, verdict, config } = story;
  if (verdict !== "PASS") {
    const goOn = resumeCommand(runId, false, root, { env, cwd });
    return rejected(refusal("not-resumable", `the run ${runId} did not pass`, `continue it first: \`${goOn}\``));
  }
  if (isProtectedBranch(branch))
    return rejected(refusal("protected-branch", `${branch} is protected: llmch never pushes it`, "use another branch"));
  const repo = await openRepository(config.repo, env);
  if (!repo.ok) return repo;
  if ((await repo.value.branchTip(branch)) === null)
    return rejected(
      refusal("branch-missing", `${config.repo} has no branch ${branch}`, "fetch it, or name another run"),
    );
  return accepted({ story, branch, repo: repo.value });
};

type Ordered = Pick<ScheduleStory["orders"][number], "order" | "work_order" | "story">;

/** The orders of a run; of a build those that landed, window by window: what failed was planned again under another id. */
export const ordersOf = (story: PassedRun["story"], root: string): readonly Ordered[] => {
  if (story.kind === "factory") return [{ order: story.order ?? "", work_order: story.work_order, story }];
  if (story.kind === "run-all") return story.orders;
  return story.windows.flatMap(({ run, orders }) => {
    const whole = run === null ? null : storedStory(root, { kind: "run-all", runId: run });
    const landed = new Set(orders.flatMap(({ id, commit }) => (commit === null ? [] : [id])));
    return whole?.kind === "run-all" ? whole.orders.filter(({ order }) => landed.has(order)) : [];
  });
};
