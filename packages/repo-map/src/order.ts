/** Sorts like UTF-8 bytes: by code point, not by UTF-16 unit, and the same on every machine. */
export const byCodePoint = (a: string, b: string): number => {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const [one, other] = [a.charCodeAt(index), b.charCodeAt(index)];
    if (one !== other) return place(one) - place(other);
  }
  return a.length - b.length;
};

/** Surrogates stand for code points beyond all others. */
const place = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);
