/** Of an even number of them the upper one; 0 of none. */
export const median = (numbers: readonly number[]): number =>
  [...numbers].sort((one, two) => one - two)[Math.floor(numbers.length / 2)] ?? 0;
