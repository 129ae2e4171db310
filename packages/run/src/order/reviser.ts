import type { Need } from "@llmch/contract";
import type { OrderProgress } from "@llmch/factory";
import type { RevisionOutcome } from "@llmch/planner";
import type { LoadedOrder, Session } from "@llmch/records";

/** What a run does about an objection: it continues with a corrected order, ends as it is, or is stopped. */
export type Revising =
  | { readonly kind: "revised"; readonly loaded: LoadedOrder }
  | { readonly kind: "left" }
  /** The user must agree: it is wider than what they saw, or they want to see each. */
  | { readonly kind: "waiting"; readonly need: Need }
  | { readonly kind: "rejected"; readonly text: string | null }
  | Extract<RevisionOutcome, { readonly kind: "interrupted" | "limited" }>;

/** Revises orders while they are carried out; after objections, as often as `--revise` allows. */
export interface Reviser {
  /** @param baseline the commit that the order starts from */
  revise(loaded: LoadedOrder, progress: OrderProgress, baseline: string, session: Session): Promise<Revising>;
  /** The revision that a previous session prepared, after an objection. */
  resumed(loaded: LoadedOrder, progress: OrderProgress, baseline: string, session: Session): Promise<Revising>;
  /**
   * Revises after failed attempts, as a row of the escalation table allows: the table is the user's consent.
   * @param row its number, from 0
   */
  reviseFailed(
    loaded: LoadedOrder,
    progress: OrderProgress,
    baseline: string,
    session: Session,
    row: number,
  ): Promise<Revising>;
}
