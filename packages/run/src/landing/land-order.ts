import { commitMessage, createRedactor } from "@llmch/contract";
import type { Candidate } from "@llmch/factory";
import { monotonicClock } from "@llmch/files";
import type { LoadedOrder, Session } from "@llmch/records";
import type { Landing, Repository, Worktree } from "@llmch/workspace";
import type { Baselines } from "../baseline/baselines.ts";
import { type LandingOutcome, landCandidate } from "./land-candidate.ts";
import type { Push } from "./push.ts";
import { testsChanged } from "./tests-changed.ts";

/** Where an order's work lands. */
export interface LandingGround {
  readonly repo: Repository;
  readonly landing: Pick<Landing, "land">;
  readonly push: Push;
  readonly baselines: Pick<Baselines, "landed">;
}

/** Commits work that passed its gates, and remembers how its tree verifies. */
export const landOrder = async (
  candidate: Candidate,
  { order, sha256 }: LoadedOrder,
  workspace: Pick<Worktree, "advance" | "reset" | "trackedFiles">,
  session: Session,
  { branch, secrets }: { readonly branch: string; readonly secrets: readonly string[] },
  { repo, landing, push, baselines }: LandingGround,
): Promise<LandingOutcome> => {
  const { paths: tests, weakened } = await testsChanged(order.id, candidate, workspace, repo);
  if (weakened !== null) await session.emit({ type: "warning", message: weakened });
  const message = commitMessage({
    order: order.id,
    title: createRedactor(secrets).text(order.title),
    orderSha256: sha256,
    runId: session.runId,
    planRunId: order.provenance?.planner_run_id ?? null,
    tests,
    children: candidate.children ?? [],
  });
  const ports = { landing, push, workspace, ledger: session, clock: monotonicClock };
  const landed = await landCandidate(candidate, { message, branch }, ports);
  if (landed.kind === "passed") await baselines.landed(landed.commit.commit, candidate);
  return landed;
};
