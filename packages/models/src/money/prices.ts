import type { Price } from "@llmch/contract/settings";
import table from "./prices.json" with { type: "json" };

/** Prices by the name of a model: those of the settings before those of llmch's own table. */
export type PriceList = (name: string) => Price | null;

/** The day of llmch's own table, and where its figures are from. */
export const PRICES_AS_OF: string = table.as_of;
export const PRICES_SOURCE: string = table.source;

/** A day at a name's end, by which providers tell versions of one model apart. */
const DATED = /-(?:\d{4}-\d{2}-\d{2}|\d{8})$/;

/** Looks a model up by its own name, then without the day at its end. Any other name has no price: never a guess. */
export const priceList = (own: Readonly<Record<string, Price>>): PriceList => {
  const known: Readonly<Record<string, Price>> = { ...table.prices, ...own };
  return (name) =>
    [name, name.replace(DATED, "")].map((each) => lookUp(known, each)).find((price) => price !== null) ?? null;
};

const lookUp = (prices: Readonly<Record<string, Price>>, name: string): Price | null =>
  Object.hasOwn(prices, name) ? (prices[name] ?? null) : null;
