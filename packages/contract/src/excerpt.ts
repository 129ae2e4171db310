import { utf8Length } from "./sha256.ts";

/** The first characters of a text, without half a surrogate pair at the cut. */
export const firstCharacters = (text: string, most: number): string =>
  text.slice(0, Math.max(0, most)).replace(/[\ud800-\udbff]$/, "");

/** The last characters of a text, without half a surrogate pair at this cut or an earlier one. */
export const lastCharacters = (text: string, most: number): string =>
  text.slice(Math.max(0, text.length - Math.max(0, most))).replace(/^[\udc00-\udfff]/, "");

/** The beginning of a text that fits into that many bytes of UTF-8, in whole characters. */
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

/** The end of a text that fits into that many bytes of UTF-8, in whole characters. */
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
