/** Which of the orders asks that share a budget. Those before it that have not come to their end are to find enough left. */
export interface Claim {
  /** The order's place in the plan. */
  readonly place: number;
  /** The place of the first that has not come to its end. */
  readonly front: () => number;
}
