/** How hard an order may be. */
export const COMPLEXITIES = ["simple", "medium", "complex"] as const;
export type Complexity = (typeof COMPLEXITIES)[number];

/** Which model judges how hard an order is, and what follows from it. */
export interface TriageJob {
  /** Null for the model that works on orders. */
  readonly model: string | null;
  readonly ways: Readonly<Record<Complexity, Way>>;
}

/** How to carry out orders of one complexity; null means as for any other order. */
export interface Way {
  readonly model: string | null;
  readonly agent: "off" | "on" | null;
  readonly review: "off" | "on" | null;
  /** Whether to divide the order into smaller ones. */
  readonly divide?: boolean;
}
