import { parseModelName, portableModelName, serverPreset } from "@llmch/contract";
import type { Price } from "@llmch/contract/settings";
import table from "./prices.json" with { type: "json" };

/** The price of a model; a request with much input may cost more for all of its tokens. */
export interface ModelPrice extends Price {
  /** Absent for the user's own prices. */
  readonly from?: "table";
  readonly long?: Price & {
    /** The most input tokens that a request may have at the normal price. */
    readonly above: number;
  };
}

/** Prices by model name: the settings take precedence over llmch's own table. */
export type PriceList = (name: string) => ModelPrice | null;

/** The date of llmch's own table. */
export const PRICES_AS_OF: string = table.as_of;

const TABLE: Readonly<Record<string, ModelPrice>> = Object.fromEntries(
  Object.entries<ModelPrice>(table.prices).map(([name, price]) => [name, { ...price, from: "table" }]),
);

/** A date at the end of a name, which providers use to tell versions of a model apart. */
const DATED = /-(?:\d{4}-\d{2}-\d{2}|\d{8})$/;

/**
 * Looks up a model by its exact name, then without the date at its end. Any other name has no price: it is never guessed.
 * @param own prices from the settings
 * @param doubted names of own prices that may raise the price known without them, but not lower it
 */
export const priceList = (own: Readonly<Record<string, Price>>, doubted: readonly string[] = []): PriceList => {
  const prices = lookedUpIn(own);
  if (doubted.length === 0) return prices;
  const sure = lookedUpIn(Object.fromEntries(Object.entries(own).filter(([name]) => !doubted.includes(name))));
  return (name) => {
    const [price, least] = [prices(name), sure(name)];
    return price === null || least === null || price === least ? price : dearer(price, least);
  };
};

const lookedUpIn = (own: Readonly<Record<string, Price>>): PriceList => {
  const named = Object.fromEntries(Object.entries(own).map(([name, price]) => [spelled(name), price]));
  return (name) => {
    const whole = name.replace(/^openai:/, "");
    const undated = whole.replace(DATED, "");
    const places = [named, TABLE].flatMap((prices) => [whole, undated].map((each) => lookUp(prices, each)));
    return places.find((price) => price !== null) ?? freePrice(name);
  };
};

const FREE: ModelPrice = { input: 0, cached_input: null, cache_write: null, output: 0 };

const freePrice = (name: string): ModelPrice | null =>
  serverPreset(name.split(":", 1)[0] ?? "")?.isFree === true ? FREE : null;

/** The higher value of each rate. */
const dearer = (price: ModelPrice, { long, from, ...least }: ModelPrice): ModelPrice => ({
  ...higherRates(price, least),
  ...(from === undefined ? {} : { from }),
  ...(long === undefined ? {} : { long: { ...higherRates(price, long), above: long.above } }),
});

const higherRates = (first: Price, second: Price): Price => {
  const rate = (name: "cached_input" | "cache_write") =>
    Math.max(first[name] ?? first.input, second[name] ?? second.input);
  return {
    input: Math.max(first.input, second.input),
    cached_input: rate("cached_input"),
    cache_write: rate("cache_write"),
    output: Math.max(first.output, second.output),
  };
};

const lookUp = (prices: Readonly<Record<string, ModelPrice>>, name: string): ModelPrice | null =>
  Object.hasOwn(prices, name) ? (prices[name] ?? null) : null;

/** `openai:gpt-5.2` and `gpt-5.2` are one model. */
const spelled = (name: string): string => {
  const parsed = parseModelName(name);
  return parsed.ok ? portableModelName(parsed.value.name) : name;
};
