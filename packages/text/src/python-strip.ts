/** A text without the white space at its ends, by Python's `str.strip`: a byte order mark stays, and separators such as U+001C go. */
export const pythonStrip = (text: string): string => {
  let end = text.length;
  if (!isSpace(text.charCodeAt(0)) && !isSpace(text.charCodeAt(end - 1))) return text;
  let start = 0;
  while (start < end && isSpace(text.charCodeAt(start))) start++;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
};

/** False for NaN, which is the code outside of a text. */
const isSpace = (code: number): boolean => {
  if (code <= 0x20) return code >= 0x1c || (code >= 0x09 && code <= 0x0d);
  return code >= 0x85 && (BEYOND_ASCII.has(code) || (code >= 0x2000 && code <= 0x200a));
};

const BEYOND_ASCII: ReadonlySet<number> = new Set([0x85, 0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000]);
