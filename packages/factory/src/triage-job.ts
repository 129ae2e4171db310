/** How hard an order may be said to be. */
export const COMPLEXITIES = ["simple", "medium", "complex"] as const;
export type Complexity = (typeof COMPLEXITIES)[number];

/** Who says how hard an order is, and what follows from it. */
export interface TriageJob {
  /** Null for the model of the orders. */
  readonly model: string | null;
  readonly ways: Readonly<Record<Complexity, Way>>;
}

/** What is done for an order of some kind; null is as for any other. */
export interface Way {
  readonly model: string | null;
  readonly agent: "off" | "on" | null;
  readonly candidates: number | null;
  readonly review: "off" | "on" | null;
  /** Whether it is divided into smaller ones. */
  readonly divide?: boolean;
}
