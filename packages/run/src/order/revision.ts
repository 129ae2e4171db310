import type { OrderOutcome, OrderProgress } from "@llmch/factory";
import type { LoadedOrder, Session } from "@llmch/records";
import type { Gate } from "../decisions/gate.ts";
import type { OrderEnding } from "./order-ending.ts";
import type { OrderPorts } from "./ports.ts";
import { type Earlier, recordedSoFar } from "./previous-session.ts";
import type { Revising } from "./reviser.ts";

/** How work on an order stopped: it ended, or the planner should revise it. */
export type WorkedOn = OrderEnding | Extract<OrderOutcome, { readonly kind: "revise" }>;

/** What follows: the order has ended, or it is carried out again, revised or as it is. */
export type Next =
  | { readonly kind: "ended"; readonly ending: OrderEnding }
  | {
      readonly kind: "again";
      readonly loaded: LoadedOrder;
      /** True if the journal says more of it by now than what was read. */
      readonly isStale: boolean;
    };

/** Has an order revised that its model objects to, or that failed, as often as the run may revise orders without asking. */
export const afterWork = async (
  worked: WorkedOn,
  loaded: LoadedOrder,
  baseline: string,
  session: Session,
  { facts, models: { reviser }, gate }: Pick<OrderPorts, "facts" | "models" | "gate">,
): Promise<Next> => {
  if (worked.kind === "waiting") return afterAnswer(worked, loaded, session, gate);
  if (worked.kind !== "revise" && (reviser === null || !isObjected(worked))) return { kind: "ended", ending: worked };
  const { attempts } = worked;
  const { before } = await recordedSoFar(session, facts.artifactsRoot, loaded);
  const ask = async (): Promise<Revising> => {
    const left: Revising = { kind: "left" };
    if (worked.kind !== "revise") return reviser?.revise(loaded, before.progress, baseline, session) ?? left;
    return (await reviser?.reviseFailed(loaded, before.progress, baseline, session, worked.row)) ?? left;
  };
  const revising = await ask();
  if (revising.kind !== "left") return nextAfter(revising, loaded, before.progress, session, attempts);
  if (worked.kind !== "revise") return { kind: "ended", ending: worked };
  // An order that the planner leaves unchanged continues as if it had not been asked; the journal records this.
  await session.emit({ type: "revision_left", attempt: before.progress.next - 1 });
  if (worked.brief.stage !== "objected") return { kind: "again", loaded, isStale: true };
  return { kind: "ended", ending: { kind: "failed", brief: worked.brief, attempts } };
};

/** A question is asked of whoever is there, and the answer leads to another attempt; work that waits for a person ends the run. */
const afterAnswer = async (
  worked: Extract<OrderEnding, { readonly kind: "waiting" }>,
  loaded: LoadedOrder,
  session: Session,
  gate: Gate,
): Promise<Next> => {
  const { need, attempts } = worked;
  const attempt = attempts.at(-1)?.attempt;
  if (need.kind !== "question" || attempt === undefined) return { kind: "ended", ending: worked };
  const why = () => attempts.at(-1)?.failure_brief?.primary_error_excerpt ?? "";
  const said = await gate.decide({ need, shown: why }, session);
  if (said === null) return { kind: "ended", ending: worked };
  await session.emit({ type: "user_answered", attempt, text: said.text ?? "" });
  return { kind: "again", loaded, isStale: true };
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
  if (revising == null || revising.kind === "left" || before === null) return { kind: "again", loaded, isStale: false };
  return nextAfter(revising, loaded, before.progress, session, before.progress.failed);
};

const nextAfter = async (
  revising: Exclude<Revising, { readonly kind: "left" }>,
  loaded: LoadedOrder,
  { failed, next }: Pick<OrderProgress, "failed" | "next">,
  session: Session,
  attempts: OrderEnding["attempts"],
): Promise<Next> => {
  if (revising.kind === "revised") return { kind: "again", loaded: revising.loaded, isStale: true };
  if (revising.kind !== "rejected") return { kind: "ended", ending: { ...revising, attempts } };
  const attempt = next - 1;
  // What its user says instead is for the next attempt; without a word, the order ends as it would have without a revision.
  if (revising.text !== null) {
    await session.emit({ type: "user_answered", attempt, text: revising.text });
    return { kind: "again", loaded, isStale: true };
  }
  await session.emit({ type: "revision_left", attempt });
  const brief = failed.at(-1)?.failure_brief ?? null;
  if (brief?.stage !== "objected") return { kind: "again", loaded, isStale: true };
  return { kind: "ended", ending: { kind: "failed", brief, attempts } };
};

const isObjected = (ending: OrderEnding): boolean => ending.kind === "failed" && ending.brief.stage === "objected";
