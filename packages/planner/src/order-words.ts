import type { OrderReading } from "./order-reading.ts";

/** A path of a program, whose parts are no names of what is in it. */
const PATH = /(?:[\w.@-]+\/)+[\w.@-]+|\b[\w-]+\.(?:[cm]?[jt]sx?|py|go|rs|java|rb|json|md|txt|sh)\b/g;
/** Files that gather what other files make. */
const GATHERS = /(?:^|\/)(?:index|main|mod|lib|__init__)\.[^/]*$/;

/** A plan with more orders is not looked through for a name that a file gathers. */
const MOST_ORDERS = 1_000;

/** True if whoever carries the order out is told a name: in its texts, in a text that a file is to contain, or in a command that is shown. */
export const namesWord = (order: OrderReading, name: string): boolean => {
  const words = known.get(order) ?? wordsOf(order);
  known.set(order, words);
  return words === ANY || words.has(name);
};

/** True if one of the orders up to the maker's names what a file that gathers names is to give. */
export const isGathered = (path: string, name: string, orders: readonly OrderReading[]): boolean =>
  GATHERS.test(path) && (orders.length > MOST_ORDERS || orders.some((order) => namesWord(order, name)));

/** Every order that imports a file asks for the words of the one that makes it. */
const known = new WeakMap<OrderReading, ReadonlySet<string>>();
/** Stands for every word, where a text leads to a name without saying it. */
const ANY: ReadonlySet<string> = new Set();

const wordsOf = ({ prose, forbidden, postconditions, commands }: OrderReading): ReadonlySet<string> => {
  const told = [
    ...[...prose.map(({ text }) => text), ...forbidden].map((text) => text.replace(PATH, " ")),
    ...postconditions.flatMap(({ kind, text }) => (kind === "file_contains" && text !== null ? [text] : [])),
    ...commands.flatMap(({ text, hidden }) => (hidden ? [] : [text])),
  ];
  if (told.some((text) => /\b(?:same name|named (?:after|like))\b/i.test(text))) return ANY;
  return new Set(told.flatMap((text) => text.match(/[\p{L}\p{N}_$]+/gu) ?? []));
};
