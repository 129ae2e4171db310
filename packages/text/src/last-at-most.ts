/**
 * Finds a place among ascending numbers by bisection.
 * @returns the index of the last number that is at most `most`, or 0 if there is none
 */
export const lastAtMost = (numbers: ArrayLike<number>, most: number): number => {
  let [low, high] = [0, numbers.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((numbers[middle] ?? 0) <= most) low = middle;
    else high = middle - 1;
  }
  return low;
};
