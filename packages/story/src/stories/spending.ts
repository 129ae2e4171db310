export interface Usage {
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cached_tokens: number;
  readonly reasoning_tokens?: number | undefined;
}

/** What the models' answers took. */
export interface Spending {
  /** Questions that were answered. */
  readonly answers: number;
  /** How many of them have unknown usage. */
  readonly unknown: number;
  readonly usage: Usage & { readonly reasoning_tokens: number };
  /** For the questions whose cost is known; null if none is. An answer from a record counts with its original cost. */
  readonly cost_usd: number | null;
  /** Questions whose cost is unknown, and which the cost leaves out. */
  readonly unpriced: number;
  /** Calls that broke off. They may have been billed. */
  readonly lost_calls: number;
  /** Calls that llmch cut. Usage and cost hold an estimate of them. */
  readonly estimated_calls: number;
  /** Answers from a record. Nothing was billed for them. */
  readonly from_record: number;
}
