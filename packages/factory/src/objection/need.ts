/** A file that an objection asks for, and the symbol in it; null for the whole file. */
export interface Need {
  readonly path: string;
  readonly symbol: string | null;
}

/** Parses `path` or `path:symbol`. A colon may be part of the path: the longest existing path wins. */
export const readNeed = (text: string, tracked: ReadonlySet<string>): Need => {
  if (tracked.has(text)) return { path: text, symbol: null };
  const colons = [...text.matchAll(/:+/g)].reverse();
  const found = colons.find(({ index }) => tracked.has(text.slice(0, index))) ?? colons.at(-1);
  if (found === undefined) return { path: text, symbol: null };
  const symbol = text.slice(found.index + found[0].length).trim();
  return { path: text.slice(0, found.index), symbol: symbol === "" ? null : symbol };
};
