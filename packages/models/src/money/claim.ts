/** Identifies an order among those that share a budget. Unfinished orders before it must find enough left. */
export interface Claim {
  /** The order's place in the plan. */
  readonly place: number;
  /** The place of the first unfinished order. */
  readonly front: () => number;
}
