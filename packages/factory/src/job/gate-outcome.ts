import type { FailureBrief, Need } from "@llmch/contract";

/** Stopped from outside: by the user, by a budget limit, or until a person decides. The attempt itself is not at fault. */
export type Stopped =
  | { readonly kind: "waiting"; readonly need: Need }
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

/** The attempt goes on with a value; the detail is for people. */
export const open = <Value>(value: Value, detail: string | null = null) => ({ kind: "open", value, detail }) as const;

/** The attempt ends with a brief. */
export const shut = (brief: FailureBrief) => ({ kind: "shut", brief }) as const;
