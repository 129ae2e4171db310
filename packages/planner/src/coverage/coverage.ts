import { type JsonObject, textMember, textsMember } from "@llmch/text";
import { quote as quoted } from "../quote.ts";
import { nearestSentences } from "./nearest-sentence.ts";
import { isNumberQuote } from "./quoted-numbers.ts";
import { specQuotes } from "./spec-quotes.ts";
import { specSentences } from "./spec-sentences.ts";

/** An order and the sentences that it claims to fulfil. */
export interface FulfillingOrder {
  readonly id: string;
  /** Quotes from the spec. */
  readonly fulfils: readonly string[];
}

/** The sentences that a work order claims to fulfil, read tolerantly. */
export const fulfilledBy = (order: JsonObject): FulfillingOrder => ({
  id: textMember(order, "id") ?? "",
  fulfils: textsMember(order, "fulfils"),
});

/** A sentence of the spec, and the orders that quote it. */
export interface CoveredSentence {
  readonly text: string;
  readonly orders: readonly string[];
}

/** A quote that is not in the spec. */
export interface StrayQuote {
  /** The order's index in the list, and the quote's index in the order. */
  readonly order: number;
  readonly index: number;
  readonly quote: string;
  /** The sentence that was probably meant; null if none is similar. */
  readonly nearest: string | null;
}

/** Which orders fulfil which sentences of a spec, as plain data. */
export interface Coverage {
  readonly sentences: readonly CoveredSentence[];
  readonly strays: readonly StrayQuote[];
}

/** More than any spec or plan has. Beyond that, there is no coverage. */
const MOST_CHARACTERS = 1_000_000;
const MOST_QUOTES = 5_000;
/** Each quote is searched for in the whole spec. */
const MOST_STEPS = 200_000_000;

/**
 * Finds the sentences of the spec that the orders' quotes fulfil. Null if no order quotes anything, as in older plans, or if there is too
 * much to read. A sentence that two orders quote counts as the work of both.
 */
export const coverageOf = (spec: string, orders: readonly FulfillingOrder[]): Coverage | null => {
  const quotes = orders.reduce((sum, { fulfils }) => sum + fulfils.length, 0);
  if (quotes === 0 || quotes > MOST_QUOTES || spec.length > MOST_CHARACTERS) return null;
  if (quotes * spec.length > MOST_STEPS) return null;
  const sentences = specSentences(spec);
  const demands = sentences.flatMap(({ text, isDemand }) => (isDemand ? [text] : []));
  const { find } = specQuotes(sentences);
  const nearestOf = nearestSentences(demands);
  const quoting = sentences.map(() => new Set<string>());
  const strays: StrayQuote[] = [];
  for (const [order, { id, fulfils }] of orders.entries()) {
    for (const [index, quote] of fulfils.entries()) {
      const numbers = isNumberQuote(quote) ? null : find(quote);
      if (numbers === null) strays.push({ order, index, quote, nearest: nearestOf(quote) });
      else for (const number of numbers) quoting[number]?.add(id);
    }
  }
  return {
    sentences: sentences.flatMap(({ text, isDemand }, number) =>
      isDemand ? [{ text, orders: [...(quoting[number] ?? [])] }] : [],
    ),
    strays,
  };
};

/** The sentences that no order quotes. */
export const uncovered = ({ sentences }: Coverage): readonly CoveredSentence[] =>
  sentences.filter(({ orders }) => orders.length === 0);

/** What is wrong with a quote that is not in the spec. */
export const strayInWords = ({ quote, nearest }: StrayQuote, { sentences }: Coverage): string =>
  isNumberQuote(quote)
    ? `the spec has no sentence ${quoted(quote)}: the last one is ${sentences.length}`
    : `${quoted(quote)} does not stand in the spec${nearest === null ? "" : `; ${quoted(nearest)} does`}`;
