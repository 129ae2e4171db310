import { readStoredRun } from "@llmch/store/journals";
import type { Worktree } from "@llmch/workspace";
import type { LoadedOrder } from "../orders/load-orders.ts";
import type { Session } from "../session/session.ts";
import type { OrderEnding } from "./order-ending.ts";
import type { OrderRunContext } from "./order-run-context.ts";
import { carryOutIn, type Turn } from "./order-work.ts";
import { previousSessionOf } from "./previous-session.ts";

/** How an order's run ended, and the order as it stood then. */
export interface RevisedWork {
  readonly ending: OrderEnding;
  readonly loaded: LoadedOrder;
}

/** Goes on with an order that its model objects to, as often as the run may revise orders without asking. */
export const workRevised = async (
  worktree: Worktree,
  begun: RevisedWork,
  turn: Turn,
  session: Session,
  context: OrderRunContext,
): Promise<RevisedWork> => {
  const { reviser, artifactsRoot } = context;
  let { ending, loaded } = begun;
  while (reviser !== null && ending.kind === "failed" && ending.brief.stage === "objected") {
    const { before } = await recordedSoFar(session, artifactsRoot, loaded);
    const revising = await reviser.revise(loaded, before.progress, worktree.baseline(), session);
    if (revising.kind === "left") break;
    if (revising.kind !== "revised") return { ending: { ...revising, attempts: ending.attempts }, loaded };
    loaded = revising.loaded;
    ending = await carryOutIn(
      worktree,
      loaded,
      await recordedSoFar(session, artifactsRoot, loaded),
      turn,
      session,
      context,
    );
  }
  return { ending, loaded };
};

/** What the run has recorded so far: the journal tells what comes next, as it would after a crash. */
export const recordedSoFar = async (
  session: Pick<Session, "settle" | "runId">,
  artifactsRoot: string,
  { order }: LoadedOrder,
) => {
  await session.settle();
  const stored = readStoredRun(artifactsRoot, "factory", session.runId);
  if (!stored.ok)
    throw new Error(`the journal of the run ${session.runId} cannot be read: ${stored.issues[0].message}`);
  return { before: previousSessionOf(stored.value, order.id), stored: stored.value };
};
