import { utf8Length } from "./sha256.ts";

/** The first characters of a text. The cut splits no surrogate pair. */
export const firstCharacters = (text: string, most: number): string =>
  text.slice(0, Math.max(0, most)).replace(/[\ud800-\udbff]$/, "");

/** The last characters of a text. Never starts with half a surrogate pair, even if an earlier cut left one. */
export const lastCharacters = (text: string, most: number): string =>
  text.slice(Math.max(0, text.length - Math.max(0, most))).replace(/^[\udc00-\udfff]/, "");

/** The longest start of a text that fits into that many UTF-8 bytes, in whole characters. */
export const firstBytes = (text: string, most: number): string => {
  let bytes = 0;
  let end = 0;
  for (const character of text) {
    bytes += utf8Length(character);
    if (bytes > most) break;
    end += character.length;
  }
  return text.slice(0, end);
};

/** The longest end of a text that fits into that many UTF-8 bytes, in whole characters. */
export const lastBytes = (text: string, most: number): string => {
  let bytes = 0;
  let start = text.length;
  while (start > 0) {
    const isPair = start > 1 && /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(start - 2, start));
    const size = isPair ? 4 : utf8Length(text.charAt(start - 1));
    if (bytes + size > most) break;
    bytes += size;
    start -= isPair ? 2 : 1;
  }
  return text.slice(start);
};
