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

/** A text without its middle. */
interface CutText {
  readonly head: string;
  readonly tail: string;
  /** How many characters are left out. */
  readonly left_out: number;
}

/** Keeps that many characters of a text: most from its beginning, the rest from its end, in whole lines if possible. */
export const cutMiddle = (text: string, kept: number): CutText => {
  if (text.length <= kept) return { head: text, tail: "", left_out: 0 };
  const headEnd = lineBefore(text, Math.ceil(kept * 0.6));
  const tailStart = lineAfter(text, text.length - Math.floor(kept * 0.4));
  return { head: text.slice(0, headEnd), tail: text.slice(tailStart), left_out: tailStart - headEnd };
};

/** How far to look for the end of a line. */
const NEAR = 200;

const lineBefore = (text: string, end: number): number => {
  const found = text.lastIndexOf("\n", end - 1) + 1;
  return found > end - NEAR && found > end / 2 ? found : betweenCharacters(text, end);
};

const lineAfter = (text: string, start: number): number => {
  const found = text.indexOf("\n", start) + 1;
  return found > 0 && found < start + NEAR && found < (start + text.length) / 2
    ? found
    : betweenCharacters(text, start);
};

/** A place that does not split a surrogate pair. */
const betweenCharacters = (text: string, place: number): number =>
  /[\udc00-\udfff]/.test(text.charAt(place)) && /[\ud800-\udbff]/.test(text.charAt(place - 1)) ? place - 1 : place;
