/** How often each name is there, in the order in which they first come. */
export const countsOf = (names: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
};

/**
 * Some names without others, each as often as it is there.
 * @param keyOf what tells them apart
 */
export const withoutNames = (
  names: readonly string[],
  others: readonly string[],
  keyOf = (name: string): string => name,
): readonly string[] => {
  const left = countsOf(others.map(keyOf));
  return names.filter((name) => {
    const count = left.get(keyOf(name)) ?? 0;
    left.set(keyOf(name), count - 1);
    return count <= 0;
  });
};
