/**
 * How many calls a server is asked to carry at once: as many as may be, until it refuses one for their number; half as many from then on,
 * and one more again after as many answers as there are places.
 */
export interface Rate {
  /** Never more than that. */
  readonly most: number;
  readonly limit: number;
  /** Answers since the limit was changed. */
  readonly answers: number;
  /** How many were open when the server refused last; infinite once as many were answered. */
  readonly refusedAt: number;
  /** How many answers it takes until so many are tried again. */
  readonly patience: number;
  /** How often the limit was lowered. */
  readonly lowered: number;
  /** Refusals since the last answer to anybody. */
  readonly refusedInRow: number;
}

/** What was refused for its number is tried again after so many answers, then twice as many, up to the second number. */
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
 * @param open how many calls the server had then, this one among them
 * @param loweredBefore how often the limit had been lowered when the call was made: a call of before says nothing new
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
 * Whether calls that are refused still have hope: not once the server has refused, in a row and whomever, as often as all that may be
 * open would be tried each by itself. One alone counts its own retries.
 */
export const isHopeful = ({ most, refusedInRow }: Rate, retries: number): boolean =>
  most > 1 && refusedInRow < (retries + 1) * most;
