import type { OrderOutcome } from "@llmch/factory";
import type { LoadedOrder, Session } from "@llmch/records";
import type { OrderEnding } from "./order-ending.ts";
import type { OrderPorts } from "./ports.ts";
import { type Earlier, recordedSoFar } from "./previous-session.ts";
import type { Revising } from "./reviser.ts";

/** How work on an order stopped: it ended, or the planner should revise it. */
export type WorkedOn = OrderEnding | Extract<OrderOutcome, { readonly kind: "revise" }>;

/** What follows: the order has ended, or it is carried out again, revised or as it is. */
export type Next =
  | { readonly kind: "ended"; readonly ending: OrderEnding }
  | { readonly kind: "again"; readonly loaded: LoadedOrder };

/** Has an order revised that its model objects to, or that failed, as often as the run may revise orders without asking. */
export const afterWork = async (
  worked: WorkedOn,
  loaded: LoadedOrder,
  baseline: string,
  session: Session,
  { facts, models: { reviser } }: Pick<OrderPorts, "facts" | "models">,
): Promise<Next> => {
  if (worked.kind !== "revise" && (reviser === null || !isObjected(worked))) return { kind: "ended", ending: worked };
  const { attempts } = worked;
  const { before } = await recordedSoFar(session, facts.artifactsRoot, loaded);
  const ask = async (): Promise<Revising> => {
    const left: Revising = { kind: "left" };
    if (worked.kind !== "revise") return reviser?.revise(loaded, before.progress, baseline, session) ?? left;
    return (await reviser?.reviseFailed(loaded, before.progress, baseline, session, worked.row)) ?? left;
  };
  const revising = await ask();
  if (revising.kind !== "left") return nextAfter(revising, attempts);
  if (worked.kind !== "revise") return { kind: "ended", ending: worked };
  // An order that the planner leaves unchanged continues as if it had not been asked; the journal records this.
  await session.emit({ type: "revision_left", attempt: before.progress.next - 1 });
  if (worked.brief.stage !== "objected") return { kind: "again", loaded };
  return { kind: "ended", ending: { kind: "failed", brief: worked.brief, attempts } };
};

/** What follows on resuming an order for which a revision was prepared: it is taken up, or still waits. */
export const beforeWork = async (
  loaded: LoadedOrder,
  { before }: Pick<Earlier, "before">,
  baseline: string,
  session: Session,
  { models: { reviser } }: Pick<OrderPorts, "models">,
): Promise<Next> => {
  const revising = before === null ? null : await reviser?.resumed(loaded, before.progress, baseline, session);
  if (revising == null || revising.kind === "left" || before === null) return { kind: "again", loaded };
  return nextAfter(revising, before.progress.failed);
};

const nextAfter = (revising: Exclude<Revising, { readonly kind: "left" }>, attempts: OrderEnding["attempts"]): Next => {
  if (revising.kind === "revised") return { kind: "again", loaded: revising.loaded };
  return { kind: "ended", ending: { ...revising, attempts } };
};

const isObjected = (ending: OrderEnding): boolean => ending.kind === "failed" && ending.brief.stage === "objected";
