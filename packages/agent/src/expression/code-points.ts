/** Code points, as ascending ranges that do not touch. */
export type CodePoints = readonly (readonly [first: number, last: number])[];

export const LAST = 0x10ffff;

export const ANY: CodePoints = [[0, LAST]];
export const WORD: CodePoints = [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
];
export const DIGIT: CodePoints = [[0x30, 0x39]];
/** JavaScript's white space. */
export const SPACE: CodePoints = [
  [0x09, 0x0d],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
];

export const union = (ranges: CodePoints): CodePoints => {
  const joined: [number, number][] = [];
  for (const [first, last] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const end = joined.at(-1);
    if (end !== undefined && first <= end[1] + 1) end[1] = Math.max(end[1], last);
    else joined.push([first, last]);
  }
  return joined;
};

/** All other code points. */
export const complement = (ranges: CodePoints): CodePoints => {
  const others: [number, number][] = [];
  let next = 0;
  for (const [first, last] of union(ranges)) {
    if (first > next) others.push([next, first - 1]);
    next = last + 1;
  }
  return next > LAST ? others : [...others, [next, LAST]];
};

/** In a range larger than this, only ASCII gets its other case; checking every code point would take too long. */
const MOST_FOLDED = 600;

/** Adds the other case of every letter. */
export const bothCases = (ranges: CodePoints): CodePoints => {
  const more = ranges.flatMap(([first, last]): CodePoints => {
    const end = last - first > MOST_FOLDED ? Math.min(last, 0x7f) : last;
    const points = Array.from({ length: Math.max(0, end - first + 1) }, (_, index) => first + index);
    return points.flatMap(otherCases).map((point) => [point, point] as const);
  });
  return union([...ranges, ...more]);
};

const otherCases = (point: number): readonly number[] => {
  const letter = String.fromCodePoint(point);
  return [letter.toLowerCase(), letter.toUpperCase()].flatMap((other) => {
    const [only, ...rest] = [...other];
    return only === undefined || rest.length > 0 ? [] : [only.codePointAt(0) ?? point];
  });
};
