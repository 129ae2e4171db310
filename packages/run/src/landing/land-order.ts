import { commitMessage } from "@llmch/contract";
import type { Candidate } from "@llmch/factory";
import { monotonicClock } from "@llmch/files";
import type { LoadedOrder, Session } from "@llmch/records";
import { counted, createRedactor, formatDiagnostic, NO_TEST_RAN } from "@llmch/text";
import type { Landing, Worktree } from "@llmch/workspace";
import type { Baselines } from "../baseline/baselines.ts";
import { type LandingOutcome, landCandidate } from "./land-candidate.ts";
import type { Push } from "./push.ts";

/** Where an order's work lands. */
export interface LandingGround {
  readonly landing: Pick<Landing, "land">;
  readonly push: Push;
  readonly baselines: Pick<Baselines, "landed">;
}

/** Commits work that passed its gates, and remembers how its tree verifies. */
export const landOrder = async (
  candidate: Candidate,
  { order, sha256 }: LoadedOrder,
  workspace: Pick<Worktree, "advance" | "reset">,
  session: Session,
  { branch, secrets }: { readonly branch: string; readonly secrets: readonly string[] },
  { landing, push, baselines }: LandingGround,
): Promise<LandingOutcome> => {
  const redact = createRedactor(secrets).text;
  const { changed, lost, weakened } = candidate.tests;
  if (weakened.length > 0) {
    const message = `tests are weakened: ${weakened.join("; ")}`;
    const warning = formatDiagnostic({ code: "W225", wo_id: order.id, message });
    await session.emit({ type: "warning", message: warning });
  }
  const { evidence } = candidate;
  if (evidence.tests === 0) {
    const checks = counted(evidence.acceptance + evidence.hidden, "check");
    await session.emit({ type: "warning", message: `${NO_TEST_RAN}: ${order.id} rests on ${checks} alone` });
  }
  const message = commitMessage({
    order: order.id,
    title: redact(order.title),
    orderSha256: sha256,
    runId: session.runId,
    planRunId: order.provenance?.planner_run_id ?? null,
    evidence,
    tests: { changed, lost: lost.map(redact) },
    children: candidate.children ?? [],
  });
  const ports = { landing, push, workspace, ledger: session, clock: monotonicClock };
  const landed = await landCandidate(candidate, { message, branch }, ports);
  if (landed.kind === "passed") await baselines.landed(landed.commit.commit, candidate);
  return landed;
};
