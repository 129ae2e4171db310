import type { Condition, FailureBrief, JsonObject, WorkOrder } from "@llmch/contract";
import type { Stopped } from "../gate-outcome.ts";

/** What whoever divides an order is told of it. Nothing here tells a hidden check, or a secret. */
export interface DivisionQuestion {
  readonly order: WorkOrder;
  /** Attempts that failed before. */
  readonly failed: readonly { readonly attempt: number; readonly brief: FailureBrief }[];
  readonly trackedFiles: readonly string[];
  /** The files that the order names, as it finds them. */
  readonly texts: readonly { readonly path: string; readonly text: string }[];
  /** Its postconditions that hold already. */
  readonly held: readonly Condition[];
}

/** One of the orders that another one is divided into. */
export interface ChildOrder {
  readonly order: WorkOrder;
  /** As it is kept. */
  readonly document: JsonObject;
  readonly sha256: string;
}

export type Divided =
  | { readonly kind: "divided"; readonly children: readonly ChildOrder[] }
  | { readonly kind: "refused"; readonly why: string }
  | Stopped;
