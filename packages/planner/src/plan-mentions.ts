import type { OrderReading } from "./order-reading.ts";

/** Which orders' commands name a file, by its path or by a word of its name. */
export interface PlanMentions {
  /** True if a command of this order or a later one may concern one of the order's files. */
  mentionsFilesOf(order: OrderReading): boolean;
}

/**
 * Goes through all commands once, word by word, unless an order's own commands suffice. A file counts as mentioned if the longest word of
 * its name occurs: `slug` for `src/text/slug.js`, and also `text` for `src/text/index.js`.
 */
export const planMentions = (orders: readonly OrderReading[]): PlanMentions => {
  let known:
    | { readonly last: ReadonlyMap<string, number>; readonly numbers: ReadonlyMap<OrderReading, number> }
    | undefined;
  return {
    mentionsFilesOf: (order) => {
      const names = [...order.allowedFiles, ...order.postconditions].flatMap(({ path }) => namesOf(path));
      const own = mentionedWords([order]);
      if (names.some((name) => own.has(name))) return true;
      known ??= { last: mentionedWords(orders), numbers: new Map(orders.map((each, number) => [each, number])) };
      const { last, numbers } = known;
      return names.some((name) => (last.get(name) ?? -1) >= (numbers.get(order) ?? 0));
    },
  };
};

const WORD = /[\p{L}\p{N}_]+/gu;

const mentionedWords = (orders: readonly OrderReading[]): Map<string, number> => {
  const last = new Map<string, number>();
  for (const [number, { commands }] of orders.entries()) {
    for (const { text, program } of commands)
      for (const [word] of `${text} ${program?.code ?? ""}`.matchAll(WORD)) last.set(word, number);
  }
  return last;
};

/** The longest word of the file's name without its extension. Also that of its folder's name, if imports use the folder. */
const namesOf = (path: string): readonly string[] => {
  const parts = path.split("/");
  const name = parts.at(-1)?.replace(/(?<=.)\.[^.]*$/, "") ?? "";
  const parents = FOR_ITS_FOLDER.test(name) ? parts.slice(-2, -1) : [];
  return [name, ...parents].flatMap((part) => longest(part.match(WORD) ?? []));
};

const FOR_ITS_FOLDER = /^(?:index|main|mod|lib|__init__|__main__)$/;

const longest = (words: readonly string[]): readonly string[] =>
  words.length === 0 ? [] : [words.reduce((long, word) => (word.length > long.length ? word : long))];
