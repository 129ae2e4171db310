import { isJsonObject, type JsonValue } from "@llmch/text";
import { demandMark, numberedDemands } from "./numbered-spec.ts";

/** One sentence or several, by number: `7`, `[7]`, `7-9`. */
const NUMBERS = /^\s*\[?§*(\d{1,7})\]?(?:\s*[-–]\s*\[?§*(\d{1,7})\]?)?\s*$/;

/** Whether a quote names a sentence by number. */
export const isNumberQuote = (quote: string): boolean => NUMBERS.test(quote);

/** A model's plan or milestones with the sentences themselves where it quotes numbers. A number that the spec does not have stays. */
export const quotesInWords = (document: JsonValue, spec: string): JsonValue => {
  const demands = numberedDemands(spec).map(({ text }) => text);
  const mark = new RegExp(`${demandMark(spec)(0).replace(/[[\]]/g, "\\$&").replace("0", "\\d+")} ?`, "g");
  return withQuotes(document, (quotes) => {
    const known = new Set<number>();
    return quotes.flatMap((quote): readonly JsonValue[] => {
      if (typeof quote !== "string" && !Number.isInteger(quote)) return [quote];
      const [, first, last] = NUMBERS.exec(String(quote)) ?? [];
      if (first === undefined) return [String(quote).replace(mark, "")];
      const [from, to] = [Number(first), Number(last ?? first)];
      if (from < 1 || to < from || to > demands.length) return [String(quote)];
      if (last === undefined) return demands.slice(from - 1, to);
      // Ranges that overlap name a sentence once: many long ones would be more than memory holds.
      return demands.slice(from - 1, to).filter((_, index) => !known.has(from + index) && known.add(from + index));
    });
  });
};

/** The same document with numbers where it quotes whole sentences, for a prompt that shows the numbered spec. */
export const quotesByNumber = (document: JsonValue, spec: string): JsonValue => withQuotes(document, byNumber(spec));

/** Writes whole sentences of a spec as their numbers. Other quotes stay. */
export const byNumber = (spec: string) => {
  const numbers = new Map(numberedDemands(spec).map(({ number, text }) => [text, number]));
  return (quotes: readonly JsonValue[]): readonly JsonValue[] =>
    quotes.map((quote) => numbers.get(String(quote))?.toString() ?? quote);
};

/** The lists that quote the spec. */
const QUOTING: ReadonlySet<string> = new Set(["fulfils", "what_not"]);

const withQuotes = (value: JsonValue, change: ReturnType<typeof byNumber>): JsonValue => {
  if (Array.isArray(value)) return value.map((each: JsonValue) => withQuotes(each, change));
  if (!isJsonObject(value)) return value;
  const changed = (name: string, each: JsonValue) =>
    Array.isArray(each) && QUOTING.has(name) ? change(each) : withQuotes(each, change);
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, changed(name, each)]));
};
