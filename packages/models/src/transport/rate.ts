/**
 * How many calls to have open at a server at once: the maximum, until it refuses one because there are too many; then half as many,
 * and one more after as many answers as there are places.
 */
export interface Rate {
  /** The limit never exceeds this. */
  readonly most: number;
  readonly limit: number;
  /** Answers since the limit last changed. */
  readonly answers: number;
  /** How many calls were open at the last refusal; infinite once that many were answered. */
  readonly refusedAt: number;
  /** How many answers to wait for before that many calls are tried again. */
  readonly patience: number;
  /** How many times the limit was lowered. */
  readonly lowered: number;
  /** Refusals since the last answer to any call. */
  readonly refusedInRow: number;
}

/** A refused number of calls is tried again after the first number of answers, then after twice as many, up to the second. */
const [LEAST_PATIENCE, MOST_PATIENCE] = [4, 16];

export const startRate = (most: number): Rate => ({
  most,
  limit: most,
  answers: 0,
  refusedAt: Number.POSITIVE_INFINITY,
  patience: LEAST_PATIENCE,
  lowered: 0,
  refusedInRow: 0,
});

export const afterAnswer = (rate: Rate): Rate => {
  const { most, limit, patience } = rate;
  const answers = rate.answers + 1;
  const isTried = limit >= rate.refusedAt && answers >= limit;
  const refusedAt = isTried ? Number.POSITIVE_INFINITY : rate.refusedAt;
  const known = { ...rate, refusedAt, patience: isTried ? LEAST_PATIENCE : patience, refusedInRow: 0 };
  const needed = limit + 1 >= refusedAt ? Math.max(limit, patience) : limit;
  return limit < most && answers >= needed ? { ...known, limit: limit + 1, answers: 0 } : { ...known, answers };
};

/**
 * @param open how many calls the server had at the time, including this one
 * @param loweredBefore how many times the limit had been lowered when the call was made: an older call says nothing new
 */
export const afterRefusal = (rate: Rate, open: number, loweredBefore: number): Rate => {
  const refusedInRow = rate.refusedInRow + 1;
  if (loweredBefore !== rate.lowered) return { ...rate, refusedInRow };
  const carried = Math.min(open, rate.limit);
  const isSameAgain = carried === rate.refusedAt;
  return {
    ...rate,
    limit: Math.max(1, Math.floor(carried / 2)),
    answers: 0,
    refusedAt: Math.max(2, carried),
    patience: isSameAgain ? Math.min(2 * rate.patience, MOST_PATIENCE) : LEAST_PATIENCE,
    lowered: rate.lowered + 1,
    refusedInRow,
  };
};

/**
 * Whether refused calls may still succeed: not once the server has refused as many calls in a row as all open ones would try by
 * themselves. A single call counts its own retries.
 */
export const isHopeful = ({ most, refusedInRow }: Rate, retries: number): boolean =>
  most > 1 && refusedInRow < (retries + 1) * most;
