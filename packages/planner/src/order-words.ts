import { namesApart } from "@llmch/text";
import type { OrderReading } from "./order-reading.ts";

/** A program's path. Its parts are not names of what it contains. */
const PATH = /(?:[\w.@-]+\/)+[\w.@-]+|\b[\w-]+\.(?:[cm]?[jt]sx?|py|go|rs|java|rb|json|md|txt|sh)\b/g;
/** Files that re-export what other files define. */
const GATHERS = /(?:^|\/)(?:index|main|mod|lib|__init__)\.[^/]*$/;

/** In a plan with more orders, the search for a gathered name is skipped. */
const MOST_ORDERS = 1_000;

/** True if the author of the work is told a name: in the order's texts, in a text that a file must contain, or in a visible command. */
export const namesWord = (order: OrderReading, name: string): boolean => {
  const words = known.get(order) ?? wordsOf(order);
  known.set(order, words);
  return words === ANY || words.has(name);
};

/** True if one of the given orders names what a gathering file must provide. */
export const isGathered = (path: string, name: string, orders: readonly OrderReading[]): boolean =>
  GATHERS.test(path) && (orders.length > MOST_ORDERS || orders.some((order) => namesWord(order, name)));

/** Cached, since every order that imports a file asks for the words of the order that makes it. */
const known = new WeakMap<OrderReading, ReadonlySet<string>>();
/** Stands for every word, if a text implies a name without stating it. */
const ANY: ReadonlySet<string> = new Set();

const wordsOf = ({ prose, forbidden, postconditions, commands }: OrderReading): ReadonlySet<string> => {
  const told = [
    ...[...prose.map(({ text }) => text), ...forbidden].map((text) => text.replace(PATH, " ")),
    ...postconditions.flatMap(({ kind, text }) => (kind === "file_contains" && text !== null ? [text] : [])),
    ...commands.flatMap(({ text, hidden }) => (hidden ? [] : [text])),
  ];
  if (told.some((text) => /\b(?:same name|named (?:after|like))\b/i.test(text))) return ANY;
  return new Set(told.flatMap((text) => namesApart(text).match(/[\p{L}\p{N}_$]+/gu) ?? []));
};
