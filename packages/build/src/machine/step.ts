import type { EventOf } from "./state.ts";

/** Why a build is looked at as a whole. */
export type AssessWhy = "orders" | "claim" | "abort" | "failures" | "findings";

/** A bound that a build reached, in words. */
export interface Bound {
  readonly bound: "rounds" | "orders" | "replans" | "rescopes";
  readonly message: string;
  readonly hint: string;
}

/** What a build does next. */
export type BuildStep =
  /**
   * Ask for a scope, or take up the one that stands in the build's folder, and have it approved.
   * `assessment` is the one that says which milestones are to change; null for the first scope.
   */
  | { readonly kind: "scope"; readonly assessment: number | null }
  /** Plan the next window. `run` is that of an earlier session that began it; null for none. */
  | {
      readonly kind: "plan";
      readonly window: number;
      readonly milestone: string | null;
      readonly run: string | null;
      /** The number of its first order, and how many it may have. */
      readonly firstOrder: number;
      readonly mostOrders: number;
    }
  /** Carry out the orders that `plan` wrote. */
  | {
      readonly kind: "carry-out";
      readonly window: number;
      readonly milestone: string | null;
      readonly plan: string;
      readonly run: string | null;
    }
  /** Run the acceptance of these milestones, in order, on the branch's tip. */
  | { readonly kind: "judge"; readonly milestones: readonly string[] }
  | { readonly kind: "assess"; readonly assessment: number; readonly milestone: string; readonly why: AssessWhy }
  /** Hold the product to the sentences of the spec that stand by now. */
  | { readonly kind: "examine"; readonly milestone: string; readonly window: number }
  /** A person decides about what examinations found again and again. */
  | { readonly kind: "decide"; readonly findings: EventOf<"examined">["findings"] }
  /** What code can tell says that the milestone is reached. */
  | { readonly kind: "reach"; readonly milestone: string; readonly tip: string }
  /** A person is asked what the assessment says only a person can say. */
  | { readonly kind: "ask"; readonly assessment: number }
  | { readonly kind: "bound"; readonly bound: Bound }
  | { readonly kind: "end"; readonly verdict: "PASS" | "FAIL" | "ERROR"; readonly exitCode: number };
