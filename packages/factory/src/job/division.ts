import type { Condition, FailureBrief, WorkOrder } from "@llmch/contract";
import type { JsonObject } from "@llmch/text";
import type { Stopped } from "./gate-outcome.ts";

/** What the divider gets to know of an order: no hidden check and no secret. */
export interface DivisionQuestion {
  readonly order: WorkOrder;
  /** Earlier failed attempts. */
  readonly failed: readonly { readonly attempt: number; readonly brief: FailureBrief }[];
  readonly trackedFiles: readonly string[];
  /** The current text of the files that the order names. */
  readonly texts: readonly { readonly path: string; readonly text: string }[];
  /** The postconditions that already hold. */
  readonly held: readonly Condition[];
}

/** One of the orders that an order is divided into. */
export interface ChildOrder {
  readonly order: WorkOrder;
  /** The document as it is stored. */
  readonly document: JsonObject;
  readonly sha256: string;
}

export type Divided =
  | { readonly kind: "divided"; readonly children: readonly ChildOrder[] }
  | { readonly kind: "refused"; readonly why: string }
  | Stopped;
