import { commitMessage } from "@llmch/contract";
import type { Candidate } from "@llmch/factory";
import { monotonicClock } from "@llmch/files";
import type { LoadedOrder, Session } from "@llmch/records";
import { counted, createRedactor, formatDiagnostic, NO_TEST_RAN, printable } from "@llmch/text";
import { type Landing, type Repository, tickedTree, type Worktree } from "@llmch/workspace";
import type { Baselines } from "../baseline/baselines.ts";
import { type LandingOutcome, landCandidate } from "./land-candidate.ts";
import type { Push } from "./push.ts";

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
  workspace: Pick<Worktree, "advance" | "moveTo" | "reset">,
  session: Session,
  { branch, secrets }: { readonly branch: string; readonly secrets: readonly string[] },
  { repo, landing, push, baselines }: LandingGround,
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
  const kept = order.postconditions.flatMap(({ kind, path }) => (kind === "file_unchanged" ? [path] : []));
  const ticked = order.ticks === undefined ? null : await tickedTree(repo, candidate, order.ticks, kept);
  for (const why of ticked?.left ?? [])
    await session.emit({ type: "warning", message: `${order.id}: ${printable(why)}` });
  const ports = { landing, push, workspace, ledger: session, clock: monotonicClock };
  const landed = await landCandidate(candidate, { message, branch, ticked }, ports);
  // No command tells a ticked box from an open one: what verified the work verifies this tree too.
  if (landed.kind === "passed")
    await baselines.landed(landed.commit.commit, { ...candidate, tree: landed.commit.tree });
  return landed;
};
