/** The least that a text is cut to, however many texts there are: enough to read a few lines of each. */
const LEAST = 400;

/**
 * The size to which the largest of several texts are cut, so that all of them together stay within a budget. Smaller texts are
 * not cut, and all cut texts get the same size. Infinite if nothing needs to be cut.
 */
export const allowanceFor = (sizes: readonly number[], budget: number): number => {
  const rising = Float64Array.from(sizes).sort();
  let left = budget;
  for (const [index, size] of rising.entries()) {
    const share = left / (rising.length - index);
    if (size > share) return Math.max(LEAST, Math.floor(share));
    left -= size;
  }
  return Number.POSITIVE_INFINITY;
};
