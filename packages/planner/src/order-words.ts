import type { OrderReading } from "./order-reading.ts";

/** A path of a program, whose parts are no names of what is in it. */
const PATH = /(?:[\w.@-]+\/)+[\w.@-]+|\b[\w-]+\.(?:[cm]?[jt]sx?|py|go|rs|java|rb|json|md|txt|sh)\b/g;
/** Files that gather what other files make. */
const GATHERS = /(?:^|\/)(?:index|main|mod|lib|__init__)\.[^/]*$/;

/** True if whoever carries the order out is told a name: in its texts, in a text that a file is to contain, or in a command that is shown. */
export const namesWord = (order: OrderReading, name: string): boolean => {
  const { prose, forbidden, postconditions, commands } = order;
  const told = [
    ...[...prose.map(({ text }) => text), ...forbidden].map((text) => text.replace(PATH, " ")),
    ...postconditions.flatMap(({ kind, text }) => (kind === "file_contains" && text !== null ? [text] : [])),
    ...commands.flatMap(({ text, hidden }) => (hidden ? [] : [text])),
  ];
  return told.some((text) => hasWord(text, name) || /\b(?:same name|named (?:after|like))\b/i.test(text));
};

/** True if one of the orders up to the maker's names what a file that gathers names is to give. */
export const isGathered = (path: string, name: string, orders: readonly OrderReading[]): boolean =>
  GATHERS.test(path) && orders.some((order) => namesWord(order, name));

const hasWord = (text: string, word: string): boolean => {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    const isPart = (char: string) => /[\p{L}\p{N}_$]/u.test(char);
    if (!isPart(text.charAt(at - 1)) && !isPart(text.charAt(at + word.length))) return true;
  }
  return false;
};
