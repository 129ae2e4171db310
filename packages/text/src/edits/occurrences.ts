/**
 * The places where a text occurs in another one, including overlapping occurrences: at most `most`. Takes linear time (Knuth, Morris and
 * Pratt), since both texts may be hostile (reliability, S5).
 */
export const occurrences = (
  text: string,
  sought: string,
  most: number,
  counts: (start: number) => boolean,
): readonly number[] => {
  const found: number[] = [];
  if (sought === "" || sought.length > text.length) return found;
  const borders = bordersOf(sought);
  let matched = 0;
  for (let index = 0; index < text.length && found.length < most; index++) {
    if (matched === 0) {
      // Outside a partial match, the engine's own search is faster.
      index = text.indexOf(sought.charAt(0), index);
      if (index === -1) break;
    }
    const unit = text.charCodeAt(index);
    while (matched > 0 && sought.charCodeAt(matched) !== unit) matched = borders[matched - 1] ?? 0;
    if (sought.charCodeAt(matched) === unit) matched++;
    if (matched === sought.length) {
      const start = index - matched + 1;
      if (counts(start)) found.push(start);
      matched = borders[matched - 1] ?? 0;
    }
  }
  return found;
};

/** For each prefix of the text, the length of its longest proper prefix that is also its suffix. */
const bordersOf = (text: string): Int32Array => {
  const borders = new Int32Array(text.length);
  let length = 0;
  for (let index = 1; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    while (length > 0 && text.charCodeAt(length) !== unit) length = borders[length - 1] ?? 0;
    if (text.charCodeAt(length) === unit) length++;
    borders[index] = length;
  }
  return borders;
};
