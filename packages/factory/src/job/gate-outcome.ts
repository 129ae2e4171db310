import type { FailureBrief } from "@llmch/contract";

/** Stopped from outside: by the user, or by a budget limit. The attempt itself is not at fault. */
export type Stopped =
  | { readonly kind: "interrupted" }
  | { readonly kind: "limited"; readonly message: string; readonly hint: string };

/**
 * How a gate ended: the attempt continues with a value, or ends with a brief or an interruption. `isLast`: no further attempt is
 * possible. `isUnsteady`: the same work may pass another time.
 */
export type GateOutcome<Value> =
  | { readonly kind: "open"; readonly value: Value; readonly detail: string | null }
  | {
      readonly kind: "shut";
      readonly brief: FailureBrief;
      readonly answer?: string;
      readonly isLast?: boolean;
      readonly isUnsteady?: boolean;
    }
  | Stopped;
