/** Beyond it lines are compared one by one in their sequence. */
const MAX_LINES = 200;

/**
 * How one run of lines differs from another: `  ` before a line of both, `- ` before one of the first alone, `+ ` before one
 * of the second; of lines that are the same only those beside a difference.
 */
export const lineDiff = (before: readonly string[], after: readonly string[]): readonly string[] => {
  const all =
    before.length > MAX_LINES || after.length > MAX_LINES ? byPlace(before, after) : byCommonLines(before, after);
  const isNear = (index: number) =>
    [all[index - 1], all[index], all[index + 1]].some((line) => line !== undefined && !line.startsWith("  "));
  return all.flatMap((line, index) => {
    if (isNear(index)) return [line];
    return isNear(index - 1) && index > 0 ? ["  …"] : [];
  });
};

const byPlace = (before: readonly string[], after: readonly string[]): readonly string[] =>
  Array.from({ length: Math.max(before.length, after.length) }, (_, index) => [before[index], after[index]]).flatMap(
    ([one, other]) => {
      if (one === other) return [`  ${one}`];
      return [...(one === undefined ? [] : [`- ${one}`]), ...(other === undefined ? [] : [`+ ${other}`])];
    },
  );

/** The longest common subsequence, by the table that textbooks have. */
const byCommonLines = (before: readonly string[], after: readonly string[]): readonly string[] => {
  const width = after.length + 1;
  const common = new Uint16Array((before.length + 1) * width);
  const at = (one: number, other: number) => common[one * width + other] ?? 0;
  for (let one = before.length - 1; one >= 0; one--) {
    for (let other = after.length - 1; other >= 0; other--) {
      common[one * width + other] =
        before[one] === after[other] ? at(one + 1, other + 1) + 1 : Math.max(at(one + 1, other), at(one, other + 1));
    }
  }
  const lines: string[] = [];
  let [one, other] = [0, 0];
  while (one < before.length || other < after.length) {
    if (one < before.length && other < after.length && before[one] === after[other]) {
      lines.push(`  ${before[one]}`);
      one++;
      other++;
    } else if (one < before.length && (other === after.length || at(one + 1, other) >= at(one, other + 1))) {
      lines.push(`- ${before[one++]}`);
    } else lines.push(`+ ${after[other++]}`);
  }
  return lines;
};
