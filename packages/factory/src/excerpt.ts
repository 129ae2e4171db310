/** The first characters of a text, without half a surrogate pair at the cut. */
export const firstCharacters = (text: string, most: number): string =>
  text.slice(0, Math.max(0, most)).replace(/[\ud800-\udbff]$/, "");

/** The last characters of a text, without half a surrogate pair at the cut, be it this one or an earlier one. */
export const lastCharacters = (text: string, most: number): string =>
  text.slice(Math.max(0, text.length - Math.max(0, most))).replace(/^[\udc00-\udfff]/, "");
