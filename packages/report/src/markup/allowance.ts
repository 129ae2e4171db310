/** No text is cut to less, however many there are: a few lines of each can be read. */
const LEAST = 400;

/**
 * The size to which the largest of several texts are cut so that all of them together keep within a budget: smaller ones stay
 * whole, and of two that are cut neither gets more. Infinite where nothing needs to be cut.
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
