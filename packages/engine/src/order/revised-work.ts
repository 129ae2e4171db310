import type { OrderOutcome, PreviousSession } from "@llmch/factory";
import { readStoredRun } from "@llmch/store/journals";
import type { Worktree } from "@llmch/workspace";
import type { LoadedOrder } from "../orders/load-orders.ts";
import type { Revising } from "../revise/reviser.ts";
import type { Session } from "../session/session.ts";
import type { OrderEnding } from "./order-ending.ts";
import type { OrderRunContext } from "./order-run-context.ts";
import { carryOutIn, type Turn } from "./order-work.ts";
import { previousSessionOf } from "./previous-session.ts";

/** How an order's run ended, and the order as it was then. */
export interface RevisedWork {
  readonly ending: OrderEnding;
  readonly loaded: LoadedOrder;
}

/** How work on an order stopped: it ended, or the planner should revise it. */
export type WorkedOn = OrderEnding | Extract<OrderOutcome, { readonly kind: "revise" }>;

/** Continues an order that its model objects to, or that failed, as often as the run may revise orders without asking. */
export const workRevised = async (
  worktree: Worktree,
  begun: { readonly ending: WorkedOn; readonly loaded: LoadedOrder },
  turn: Turn,
  session: Session,
  context: OrderRunContext,
): Promise<RevisedWork> => {
  let { ending, loaded } = begun;
  for (;;) {
    if (ending.kind !== "revise" && !isObjected(ending, context)) return { ending, loaded };
    const { before } = await recordedSoFar(session, context.artifactsRoot, loaded);
    const revising = await revisedBy(ending, loaded, before, worktree.baseline(), session, context);
    if (revising.kind === "interrupted" || revising.kind === "limited")
      return { ending: { ...revising, attempts: ending.attempts }, loaded };
    if (revising.kind === "revised") ({ loaded } = revising);
    else if (ending.kind !== "revise") return { ending, loaded };
    else if (ending.brief.stage === "objected")
      return { ending: { kind: "failed", brief: ending.brief, attempts: ending.attempts }, loaded };
    const now = await recordedSoFar(session, context.artifactsRoot, loaded);
    ending = await carryOutIn(worktree, loaded, now, turn, session, context);
  }
};

const isObjected = (ending: OrderEnding, { reviser }: Pick<OrderRunContext, "reviser">): boolean =>
  reviser !== null && ending.kind === "failed" && ending.brief.stage === "objected";

/** An order that the planner leaves unchanged continues as if the planner had not been asked; the journal records this. */
const revisedBy = async (
  ending: WorkedOn,
  loaded: LoadedOrder,
  { progress }: PreviousSession,
  baseline: string,
  session: Session,
  { reviser }: Pick<OrderRunContext, "reviser">,
): Promise<Revising> => {
  if (ending.kind !== "revise") return reviser?.revise(loaded, progress, baseline, session) ?? { kind: "left" };
  const attempt = progress.next - 1;
  const revising = (await reviser?.reviseFailed(loaded, progress, baseline, session, ending.row)) ?? { kind: "left" };
  if (revising.kind === "left") await session.emit({ type: "revision_left", attempt });
  return revising;
};

/** What the run has recorded so far: the journal says what comes next, as it would after a crash. */
export const recordedSoFar = async (
  session: Pick<Session, "settle" | "runId">,
  artifactsRoot: string,
  { order }: LoadedOrder,
) => {
  await session.settle();
  const stored = await readStoredRun(artifactsRoot, "factory", session.runId);
  if (!stored.ok)
    throw new Error(`the journal of the run ${session.runId} cannot be read: ${stored.issues[0].message}`);
  return { before: await previousSessionOf(stored.value, order.id), stored: stored.value };
};
