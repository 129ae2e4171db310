/** Sorts by code point, not by UTF-16 unit: well-formed texts as their UTF-8 bytes, and the same on every machine. */
export const byCodePoint = (a: string, b: string): number => {
  // Without surrogates, it is the order of the units, which V8 compares fastest.
  if (!SURROGATES.test(a) && !SURROGATES.test(b)) return a < b ? -1 : Number(a > b);
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    // The units that differ may be second halves of characters.
    if (a.charCodeAt(at) !== b.charCodeAt(at)) return difference(a, b, at - 1) || difference(a, b, at);
  }
  return a.length - b.length;
};

const SURROGATES = /[\ud800-\udfff]/;

const difference = (a: string, b: string, at: number): number => (a.codePointAt(at) ?? 0) - (b.codePointAt(at) ?? 0);
