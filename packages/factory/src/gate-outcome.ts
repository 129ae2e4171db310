import type { FailureBrief } from "@llmch/contract";

/** Stopped from outside the order: by the user, or by a limit of the budget. The attempt itself is not at fault. */
export type Stopped =
  | { readonly kind: "interrupted" }
  | { readonly kind: "limited"; readonly message: string; readonly hint: string };

/**
 * How a gate ended: the attempt continues with a value, or ends with a brief or an interruption. `isLast` says that another attempt
 * cannot be made, `isOfRecord` that the record which answers is another one's.
 */
export type GateOutcome<Value> =
  | { readonly kind: "open"; readonly value: Value; readonly detail: string | null }
  | {
      readonly kind: "shut";
      readonly brief: FailureBrief;
      readonly answer?: string;
      readonly isLast?: boolean;
      readonly isOfRecord?: boolean;
    }
  | Stopped;
