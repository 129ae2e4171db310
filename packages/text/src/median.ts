/** The median: the upper middle value of an even count, 0 of an empty list. */
export const median = (numbers: readonly number[]): number =>
  [...numbers].sort((one, two) => one - two)[Math.floor(numbers.length / 2)] ?? 0;
